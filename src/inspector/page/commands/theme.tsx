/** The theme of the page, which the browser keeps. */
import { useEffect, useState } from "preact/hooks";

/** Key of the theme in the storage of the browser. */
const THEME_KEY = "typewire-inspector-theme";

const NEXT_THEME = { system: "light", light: "dark", dark: "system" } as const;

export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  useEffect(() => {
    document.documentElement.dataset["theme"] = theme;
    try {
      localStorage.setItem(THEME_KEY, theme);
    } catch {
      // Storage may be switched off; the theme lasts as long as the page.
    }
  }, [theme]);
  return (
    <button type="button" onClick={() => setTheme(NEXT_THEME[theme])}>
      Theme: {theme}
    </button>
  );
}

function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(THEME_KEY);
    return kept === "light" || kept === "dark" ? kept : "system";
  } catch {
    return "system";
  }
}

type Theme = "system" | "light" | "dark";
