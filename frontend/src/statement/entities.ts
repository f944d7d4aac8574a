/** Stands in for the `entities` package: the browser has the table of HTML's named characters already. */
export function decodeHTML(text: string): string {
  const area = document.createElement("textarea");
  area.innerHTML = text;
  return area.value;
}

export const decodeHTMLStrict = decodeHTML;
