/** The time zone of a class: due times are on its clock. */

interface Props {
  value: string;
  zones: readonly string[];
  onChoose(zone: string): void;
}

export function ZoneField({ value, zones, onChoose }: Props) {
  return (
    <label class="acc__field">
      <span>Time zone, in which due times are meant</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll("_", " ")}
          </option>
        ))}
      </select>
    </label>
  );
}
