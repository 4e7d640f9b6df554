/** The parts of a project, in the order of its navigation. `key` follows `g` on the keyboard. */
export const PROJECT_PAGES = [
  { path: "", label: "Overview", key: "o" },
  { path: "jobs", label: "Jobs", key: "j" },
  { path: "pulls", label: "Pull requests", key: "p" },
  { path: "automations", label: "Automations", key: "m" },
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

/** The pages of an organization's settings. */
export const ORGANIZATION_PAGES = [
  { path: "members", label: "Members" },
  { path: "models", label: "Models" },
  { path: "limits", label: "Limits and budgets" },
  { path: "github", label: "GitHub" },
  { path: "audit", label: "Audit log" },
] as const;

/** The address of a page of an organization's settings. Reached from a project, it leads back to that. */
export function organizationHref(
  { org, domain }: { org: string; domain?: string | undefined },
  path: (typeof ORGANIZATION_PAGES)[number]["path"],
  query: Record<string, string> = {},
): string {
  const search = new URLSearchParams({ ...query, ...(domain !== undefined && { project: domain }) }).toString();
  return `/settings/${org}/${path}${search && `?${search}`}`;
}

/** Whether `pathname` lies in a part; the overview is its own page alone. */
export function isWithin(pathname: string, site: { org: string; domain: string }, path: string): boolean {
  const href = projectHref(site, path);
  return pathname === href || (path !== "" && pathname.startsWith(`${href}/`));
}
