/** The parts of a project, in the order of its navigation. `key` follows `g` on the keyboard. */
export const PROJECT_PAGES = [
  { path: "", label: "Overview", key: "o" },
  { path: "jobs", label: "Jobs", key: "j" },
  { path: "pulls", label: "Pull requests", key: "p" },
  { path: "pages", label: "Pages", key: "d" },
  { path: "assistant", label: "Playground", key: "a" },
  { path: "conversations", label: "Conversations", key: "c" },
  { path: "analytics", label: "Analytics", key: "n" },
  { path: "keys", label: "API keys", key: "k" },
  { path: "usage", label: "Usage", key: "u" },
  { path: "settings", label: "Settings", key: "s" },
] as const;

export type SitePart = (typeof PROJECT_PAGES)[number];

/** The address of a part of a project. */
export function projectHref(site: { org: string; domain: string }, path: string): string {
  return `/${site.org}/${site.domain}${path && `/${path}`}`;
}

/** Whether `pathname` lies in a part; the overview is its own page alone. */
export function isWithin(pathname: string, site: { org: string; domain: string }, path: string): boolean {
  const href = projectHref(site, path);
  return pathname === href || (path !== "" && pathname.startsWith(`${href}/`));
}
