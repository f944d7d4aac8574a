/** A code as it is written on a board: in groups that are easy to copy. "K7M4QX" is "K7M 4QX". */
export function showCode(code: string): string {
  const half = Math.ceil(code.length / 2);
  return code.length < 5 ? code : `${code.slice(0, half)} ${code.slice(half)}`;
}
