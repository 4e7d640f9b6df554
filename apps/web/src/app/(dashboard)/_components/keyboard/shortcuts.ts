import { SITE_PARTS } from "../site-parts.ts";

/** One line of the help sheet. `keys` stand between spaces and are pressed one after the other. */
export type Shortcut = { keys: string; label: string };

/** Every shortcut of the dashboard, as the help sheet lists them. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export const SHORTCUTS: { title: string; shortcuts: Shortcut[] }[] = [
  {
    title: "Everywhere",
    shortcuts: [
      { keys: "mod+k", label: "Search and commands" },
      { keys: "/", label: "Search this page" },
      { keys: "?", label: "Show keyboard shortcuts" },
    ],
  },
  {
    title: "In a project",
    shortcuts: [
      ...SITE_PARTS.map(({ key, label }) => ({ keys: `g ${key}`, label: `Go to ${label}` })),
      { keys: "n", label: "New job" },
    ],
  },
  {
    title: "In a list",
    shortcuts: [
      { keys: "j", label: "Next row" },
      { keys: "k", label: "Previous row" },
      { keys: "Enter", label: "Open the row" },
    ],
  },
];
