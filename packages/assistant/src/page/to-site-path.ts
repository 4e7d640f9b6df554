import { withoutLastSlashes } from "./page-url.ts";

/**
 * The path of a page on its site, from what a web page says of itself: a path or an address, perhaps with an anchor, and below
 * the folder that the site is served from.
 */
export function toSitePath(siteUrl: string | null, said: string): string {
  const base = siteUrl ?? "https://site.invalid";
  if (!URL.canParse(said, base)) return said;
  const { pathname } = new URL(said, base);
  const prefix = new URL(base).pathname.replace(/\/$/, "");
  const below = prefix !== "" && `${pathname}/`.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname;
  return withoutLastSlashes(decode(below)) || "/";
}

function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // A stray percent sign belongs to the path.
    return path;
  }
}
