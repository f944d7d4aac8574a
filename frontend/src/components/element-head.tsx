/** The head of a table whose rows are elements: what is there, what should be, and who stored it. */
export function ElementHead() {
  return (
    <thead>
      <tr>
        <th scope="col">Element</th>
        <th scope="col" class="num">
          Yours
        </th>
        <th scope="col" class="num">
          Expected
        </th>
        <th scope="col" class="num">
          Difference
        </th>
        <th scope="col">Stored by</th>
        <th scope="col">Line</th>
      </tr>
    </thead>
  );
}
