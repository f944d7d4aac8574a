/** A chip, for what a kernel is compiled for. */
export function Chip() {
  return (
    <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
      <rect x="4" y="4" width="8" height="8" rx="1" />
      <path d="M6.5 1.500V4M9.500 1.500V4M6.500 12v2.500M9.500 12v2.500M1.500 6.500H4M1.500 9.500H4M12 6.500h2.500M12 9.500h2.500" />
    </svg>
  );
}
