/** The addresses of a shared run: for people, and for the frame on a course page. */
import type { ShareLink } from "../api/types";

/** The server gives a path where it does not know the address that visitors use: then it is the one in use here. */
export function absolute({ url }: Pick<ShareLink, "url">): string {
  return new URL(url, location.origin).href;
}

/** HTML that shows the run in a frame. title: what the frame is called for those who do not see it. */
export function embedCode(link: ShareLink, title: string): string {
  const address = absolute(link).replace(/\/s\/([\w-]+)$/, "/embed/$1");
  return `<iframe src="${address}" title="${attribute(title)}" width="100%" height="480" loading="lazy"></iframe>`;
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
