// Light or dark: the system's choice, until the reader chooses.

const THEME_KEY = "mindgist-theme";
const SYSTEM_DARK = matchMedia("(prefers-color-scheme: dark)");

/** Puts the theme into force that was chosen here before, or else the system's, and follows the system's changes. */
export function restoreTheme() {
  const apply = () => (document.documentElement.dataset.theme = remembered() ?? (SYSTEM_DARK.matches ? "dark" : "light"));
  SYSTEM_DARK.addEventListener("change", apply);
  apply();
}

/** Changes from light to dark or back, and remembers it. */
export function toggleTheme() {
  const { dataset } = document.documentElement;
  dataset.theme = dataset.theme === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(THEME_KEY, dataset.theme);
  } catch {
    // A browser that stores nothing for this page still shows the theme until it is closed.
  }
}

function remembered() {
  try {
    const chosen = localStorage.getItem(THEME_KEY);
    return chosen === "dark" || chosen === "light" ? chosen : null;
  } catch {
    return null;
  }
}
