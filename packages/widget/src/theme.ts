import type { WidgetOptions } from "./options.ts";

/** What the generators' themes write on the page's root when it is dark. */
const DARK = [".dark", "[data-theme=dark]", "[data-md-color-scheme=slate]", "[data-color-mode=dark]"].join();

/** Follows the page between light and dark: as the options say, otherwise as its theme, otherwise as the system. */
export function followTheme(initial: WidgetOptions, onChange: () => void) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const observer = new MutationObserver(onChange);
  const attributeFilter = ["class", "data-theme", "data-md-color-scheme", "data-color-mode"];
  for (const element of [document.documentElement, document.body])
    observer.observe(element, { attributes: true, attributeFilter });
  system.addEventListener("change", onChange);
  return {
    isDark({ theme }: WidgetOptions = initial): boolean {
      if (theme === "light" || theme === "dark") return theme === "dark";
      const roots = [document.documentElement, document.body];
      if (roots.some((root) => root.matches(DARK))) return true;
      // A theme that says `light` is believed, whatever the system prefers.
      const isLight = roots.some((root) => root.matches("[data-theme=light],[data-md-color-scheme=default]"));
      return !isLight && system.matches;
    },
    stop(): void {
      observer.disconnect();
      system.removeEventListener("change", onChange);
    },
  };
}
