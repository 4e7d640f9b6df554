/** Where readers find a page: its address when the site's is known, else its path on the site; with the anchor, if any. */
export function pageUrl(siteUrl: string | null, { path, anchor }: { path: string; anchor: string | null }): string {
  const base = siteUrl === null ? "" : withoutLastSlashes(siteUrl);
  return `${base}${encodeURI(path)}${anchor === null ? "" : `#${encodeURIComponent(anchor)}`}`;
}

export function withoutLastSlashes(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === "/") end -= 1;
  return text.slice(0, end);
}
