import { LastUsed } from "@docsteward/platform/last-used";
import type { Page } from "../page/page.ts";
import type { Site } from "../site/site.ts";

/** Characters of text whose pages are kept for one site. A page with its code blocks takes a few times its text. */
const MAX_CHARACTERS = 2_000_000;

/** Of each site its pages by path and text. */
const bySite = new WeakMap<Site, LastUsed<Page>>();

/** The pages of a site that were parsed last: a job checks the same ones several times, in two states that mostly agree. */
export function rememberPage(site: Site, { path, text }: { path: string; text: string }, parse: () => Page): Page {
  const pages = bySite.get(site) ?? new LastUsed<Page>({ maxSize: MAX_CHARACTERS, sizeOf: (_, key) => key.length });
  bySite.set(site, pages);
  const key = `${path}\0${text}`;
  const page = pages.get(key) ?? parse();
  pages.set(key, page);
  return page;
}
