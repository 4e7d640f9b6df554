import type { TurnDetails } from "../thread/present.ts";

/** A page that came near a question, and in how many answers. */
export type NearPage = { path: string; title: string; url: string; count: number };

const MAX_PAGES = 5;

/** The pages that most answers came near, the first of them first. */
export function nearestPages(turns: readonly Pick<TurnDetails, "sources">[]): NearPage[] {
  const pages = new Map<string, NearPage>();
  for (const { sources } of turns) {
    for (const path of new Set(sources.map((source) => source.path))) {
      const { title, url } = sources.find((source) => source.path === path) ?? { title: path, url: path };
      const known = pages.get(path);
      if (known) known.count += 1;
      else pages.set(path, { path, title, url: url.split("#")[0] ?? url, count: 1 });
    }
  }
  return [...pages.values()].sort((a, b) => b.count - a.count).slice(0, MAX_PAGES);
}
