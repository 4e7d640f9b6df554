import type { Answering } from "./answering.ts";

const PASSAGES_A_PAGE = 3;
/** Of all passages together: what a reader asks for in pages may be far more than helps. */
const MAX_PASSAGE_CHARACTERS = 60_000;

/** Searches for the question, and makes what was found the first sources of its answer, the best page first. */
export async function retrievePassages({ request, whole, site, sources, trace }: Answering): Promise<void> {
  const { filter, currentPath, pageCount } = request;
  const context = [whole.carried, ...request.context.map(({ value }) => value)].filter((part) => part !== "");
  const hits = await site.retriever.search({ text: whole.text, limit: pageCount, filter, currentPath, context });
  let room = MAX_PASSAGE_CHARACTERS;
  const best = hits[0]?.score || 1;
  for (const { page, score, passages } of hits) {
    for (const { chunk } of passages.slice(0, PASSAGES_A_PAGE)) {
      room -= chunk.text.length;
      if (room >= 0) trace.passage(sources.add(page, chunk), { step: null, score: score / best });
    }
  }
}
