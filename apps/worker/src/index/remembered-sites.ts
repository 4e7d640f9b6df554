import type { EarlierSite } from "@docsteward/docs/read-site";
import type { Site } from "@docsteward/docs/site/site";

type Remembered = { site: Site; blobs: ReadonlyMap<string, string> };

/** Of all sites together: some 50 MB. */
const MAX_PAGES = 50_000;

/** The last state of each site that this process has read, the one read last at the end. */
const remembered = new Map<string, Remembered>();

/**
 * The state of a site that this process has read last, so that only the outlines of pages that have changed since are read
 * again.
 *
 * @param blobs of the state that is to be read now, by path
 */
export function recallSite(key: string, blobs: ReadonlyMap<string, string>): EarlierSite | undefined {
  const last = remembered.get(key);
  if (!last) return undefined;
  const changed = [...last.site.pages.keys()].filter((path) => last.blobs.get(path) !== blobs.get(path));
  return { site: last.site, changed: new Set(changed), mayMove: true };
}

export function rememberSite(key: string, state: Remembered): void {
  remembered.delete(key);
  remembered.set(key, state);
  let pages = 0;
  for (const { site } of remembered.values()) pages += site.pages.size;
  for (const [oldest, { site }] of remembered) {
    if (pages <= MAX_PAGES || oldest === key) return;
    remembered.delete(oldest);
    pages -= site.pages.size;
  }
}
