/** A sentence whose pieces of code stand between backticks. */
export function Coded({ text }: { text: string }) {
  // Every second piece is code
  return (
    <>{text.split("`").map((piece, at) => (at % 2 ? <code key={`${at} ${piece}`}>{piece}</code> : piece))}</>
  );
}
