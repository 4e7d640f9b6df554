import type { ServiceContext } from "../context.ts";
import { modelNamesOf } from "../model-provider/names.ts";
import { getIndex, type IndexState } from "../site/get-index.ts";
import { facetsOf, type SiteFacets } from "./facets.ts";
import { playgroundReaderOf } from "./reader-of.ts";
import { type Suggestion, suggestQuestions } from "./suggestions.ts";

export type Playground = {
  /** Who asks here: the `fp` of this person's threads. */
  fp: string;
  index: IndexState;
  facets: SiteFacets;
  suggestions: Suggestion[];
  /** What answers: `offline` quotes. */
  model: string;
};

/** What the playground of a site begins with. It is there before the site has an index, too. */
export async function getPlayground(ctx: ServiceContext): Promise<Playground> {
  const [index, site, models] = await Promise.all([getIndex(ctx), ctx.sites.open(ctx.project.id), modelNamesOf(ctx)]);
  const pages = site ? [...site.retriever.pages()] : [];
  return {
    fp: playgroundReaderOf(ctx.actor),
    index,
    facets: facetsOf(pages),
    suggestions: await suggestQuestions(ctx, pages),
    model: models.defaultName,
  };
}
