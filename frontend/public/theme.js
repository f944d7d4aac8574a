// Runs before the first paint, from a file of its own since the content security policy allows no inline script.
(() => {
  const kept = (name) => {
    try {
      return JSON.parse(localStorage.getItem(`playground:${name}`) ?? "null")?.value ?? null;
    } catch {
      return null; // Storage is blocked or holds something else: the system's preference rules.
    }
  };
  const { theme, contrast } = kept("preferences") ?? { theme: kept("theme") };
  const system = (query) => matchMedia(query).matches;
  const is = (value, one, other, query) =>
    value === one || value === other ? value : system(query) ? one : other;
  const { dataset } = document.documentElement;
  dataset.theme = is(theme, "dark", "light", "(prefers-color-scheme: dark)");
  dataset.contrast = is(contrast, "more", "normal", "(prefers-contrast: more)");
})();
