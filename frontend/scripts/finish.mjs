// After the build: gathers the licences of what is shipped, and compresses each text file once, so that the server
// never has to.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const front = resolve(import.meta.dirname, "..");
const out = resolve(front, "../backend/playground_backend/static");
const COMPRESSED = new Set([".css", ".html", ".js", ".json", ".svg", ".ttf", ".txt"]);
const SMALLEST_WORTH_IT = 512; // bytes: below that the headers outweigh the gain

const SHIPPED = {
  "IBM Plex Sans": "@fontsource/ibm-plex-sans/LICENSE",
  "IBM Plex Mono": "@fontsource/ibm-plex-mono/LICENSE",
  KaTeX: "katex/LICENSE",
  "Monaco Editor": "monaco-editor/LICENSE",
  "Monaco Editor, third parties": "monaco-editor/ThirdPartyNotices.txt",
  "monaco-vim": "monaco-vim/LICENSE",
  "monaco-vim, from CodeMirror": "monaco-vim/LICENSE.codemirror.txt",
  "markdown-it": "markdown-it/LICENSE",
  Preact: "preact/LICENSE",
};

const licences = Object.entries(SHIPPED).map(([name, file]) => {
  const text = readFileSync(join(front, "node_modules", file), "utf8");
  return `${name}\n${"=".repeat(name.length)}\n\n${text.trim()}\n`;
});
writeFileSync(join(out, "licenses.txt"), licences.join("\n\n"));

let before = 0;
let after = 0;
for (const name of readdirSync(out, { recursive: true })) {
  const file = join(out, name);
  if (!statSync(file).isFile() || !COMPRESSED.has(extname(file))) continue;
  const bytes = readFileSync(file);
  if (bytes.length < SMALLEST_WORTH_IT) continue;
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  before += bytes.length;
  after += brotli.length;
}
console.log(`compressed ${Math.round(before / 1024)} KiB to ${Math.round(after / 1024)} KiB (brotli)`);
