/**
 * Stands in for mdurl and punycode.js, which markdown-it brings along: statements are written here, so that their links
 * need neither be taken apart nor have their hosts translated. 4 kB less.
 */
interface Address {
  href: string;
  hostname: null;
  protocol: null;
}

/** Percent signs that stand for a character already stay as they are. */
export function encode(text: string): string {
  return encodeURI(text.replace(/\p{Surrogate}/gu, "\ufffd")).replace(/%25([0-9a-f]{2})/gi, "%$1");
}

export function decode(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
decode.defaultChars = "";

export function parse(href: string): Address {
  return { href, hostname: null, protocol: null };
}

export function format({ href }: Address): string {
  return href;
}

export default { toASCII: (host: string) => host, toUnicode: (host: string) => host };
