// Runs before the first paint, from a file of its own since the content security policy allows no inline script.
(() => {
  let chosen = null;
  try {
    chosen = JSON.parse(localStorage.getItem("playground:theme") ?? "null")?.value ?? null;
  } catch {
    // Storage is blocked or holds something else: the system's preference rules.
  }
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
