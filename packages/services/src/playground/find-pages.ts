import type { ServiceContext } from "../context.ts";

export type PageChoice = { path: string; title: string };

/** Pages of the site whose path or title holds some words, the shortest path first; none before there is an index. */
export async function findPages(
  ctx: ServiceContext,
  { search, limit = 20 }: { search: string; limit?: number },
): Promise<PageChoice[]> {
  const site = await ctx.sites.open(ctx.project.id);
  const words = search.trim().toLowerCase().split(/\s+/);
  const fits = ({ path, title }: PageChoice) => {
    const text = `${path} ${title}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return [...(site?.retriever.pages() ?? [])]
    .filter(fits)
    .sort((a, b) => a.path.length - b.path.length || a.path.localeCompare(b.path))
    .slice(0, limit)
    .map(({ path, title }) => ({ path, title }));
}
