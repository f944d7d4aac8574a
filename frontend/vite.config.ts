import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const api = process.env.PLAYGROUND_URL ?? "http://127.0.0.1:8000";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** KaTeX offers each font in three formats; every browser that can run the editor reads the first. */
const woff2Only: Plugin = {
  name: "woff2-only",
  enforce: "pre",
  transform(code, id) {
    if (!id.includes("katex.css")) return null;
    return { code: code.replace(/,\s*url\([^)]*\) format\(["'](?:woff|truetype)["']\)/g, ""), map: null };
  },
};

export default defineConfig({
  plugins: [woff2Only],
  resolve: {
    alias: [
      // Its package names a build that brings the whole of Monaco with it, by paths that Monaco has left.
      { find: /^monaco-vim$/, replacement: here("node_modules/monaco-vim/dist/index.mjs") },
      { find: /^monaco-editor\/esm\/vs\/(.*)$/, replacement: "monaco-editor/$1" },
      { find: /^linkify-it$/, replacement: here("src/statement/no-linkify.ts") },
      { find: /^entities$/, replacement: here("src/statement/entities.ts") },
      { find: /^(mdurl|punycode\.js)$/, replacement: here("src/statement/addresses.ts") },
      { find: /^uc\.micro$/, replacement: here("src/statement/characters.ts") },
    ],
  },
  build: {
    outDir: "../backend/playground_backend/static",
    emptyOutDir: true,
    target: "es2022",
    // The polyfill is for browsers that cannot run the editor anyway.
    modulePreload: { polyfill: false },
    // The editor is one large chunk that is loaded after the page is shown.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      output: {
        // Kept apart so that neither is fetched anew when the other changes.
        codeSplitting: { groups: [{ name: "katex", test: /node_modules[\\/]katex/ }] },
      },
    },
  },
  server: {
    proxy: { "/api": api, "/readyz": api, "/healthz": api },
  },
  test: {
    environment: "node",
    include: ["src/**/*.test.{ts,tsx}"],
  },
});
