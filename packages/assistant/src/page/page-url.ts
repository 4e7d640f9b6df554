/** Where readers find a page: its address when the site's is known, else its path on the site; with the anchor, if any. */
export function pageUrl(siteUrl: string | null, { path, anchor }: { path: string; anchor: string | null }): string {
  const base = siteUrl?.replace(/\/+$/, "") ?? "";
  return `${base}${encodeURI(path)}${anchor === null ? "" : `#${encodeURIComponent(anchor)}`}`;
}
