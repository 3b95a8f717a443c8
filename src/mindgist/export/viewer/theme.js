// The light or dark theme: the system's choice, until the user chooses.

const THEME_KEY = "mindgist-theme";
const SYSTEM_DARK = matchMedia("(prefers-color-scheme: dark)");

/** Applies the theme that the user chose before, or else the system's theme and its changes. */
export function restoreTheme() {
  const apply = () => (document.documentElement.dataset.theme = storedTheme() ?? (SYSTEM_DARK.matches ? "dark" : "light"));
  SYSTEM_DARK.addEventListener("change", apply);
  apply();
}

/** Switches between light and dark, and stores the choice. */
export function toggleTheme() {
  const { dataset } = document.documentElement;
  dataset.theme = dataset.theme === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(THEME_KEY, dataset.theme);
  } catch {
    // Without storage, the theme lasts until the page is closed.
  }
}

function storedTheme() {
  try {
    const chosen = localStorage.getItem(THEME_KEY);
    return chosen === "dark" || chosen === "light" ? chosen : null;
  } catch {
    return null;
  }
}
