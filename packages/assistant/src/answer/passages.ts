import type { Chunk } from "../page/indexed-page.ts";
import { type DistinctHit, searchDistinct } from "../retriever/copies.ts";
import { createPageFilter } from "../retriever/page-filter.ts";
import type { Hit } from "../retriever/retriever.ts";
import type { AnswerRequest, AnswerSite } from "./answer.ts";
import type { AnswerContext } from "./answer-writer.ts";
import type { Source, Sources } from "./sources.ts";

/** How many passages are shown of the best pages, in their order: the answer most often stands there. Of all others one is. */
const PASSAGES_OF_BEST = [3, 3, 2, 2, 2, 2];
/** Of all passages together: what a reader asks for in pages may be far more than helps. */
const MAX_CHARACTERS = 60_000;
const MAX_CARRIED = 4;

/**
 * Searches for the question, and makes what was found the first sources of its answer, the best page first.
 *
 * @returns the passage that words and meaning agree about; null when there is none
 */
export async function retrievePassages(answering: Omit<AnswerContext, "agreed">): Promise<Source | null> {
  const { request, whole, site, sources, trace, reader } = answering;
  const { filter, currentPath, pageCount } = request;
  const context = [whole.carried, ...request.context.map(({ value }) => value)].filter((part) => part !== "");
  const { languages } = reader;
  const hits = await searchDistinct(site.retriever, {
    text: whole.text,
    limit: pageCount,
    filter,
    currentPath,
    context,
    languages,
  });
  let room = MAX_CHARACTERS;
  for (const [place, { page, passages, copies }] of hits.entries()) {
    const best = passages.slice(0, PASSAGES_OF_BEST[place] ?? 1);
    for (const passage of joinPassages(best)) {
      room -= passage.text.length;
      const { nearness } = passage;
      if (room >= 0) trace.passage(sources.add(page, passage, copies), { step: null, nearness });
    }
  }
  for (const { page, chunk } of carriedPassages(request, site)) {
    room -= chunk.text.length;
    if (room >= 0) trace.passage(sources.add(page, chunk), { step: null, nearness: null });
  }
  return agreedPassage(hits, sources);
}

/**
 * When the first page counts as the one that answers. Of questions whose passages hold less than half of their words, on five public
 * sites, 54 % of those with the right page first fulfil this, and 4 % of those that were asked of another site.
 */
const MIN_NEARNESS = 0.5;
const MAX_SHARE_OF_SECOND = 0.7;

function agreedPassage([first, second]: readonly DistinctHit[], sources: Sources): Source | null {
  if (first === undefined || !first.isFirstByWords) return null;
  const [nearest] = [...first.passages].sort((a, b) => (b.nearness ?? -1) - (a.nearness ?? -1));
  const isNear = (nearest?.nearness ?? -1) >= MIN_NEARNESS;
  if (nearest === undefined || !isNear || (second?.score ?? 0) >= MAX_SHARE_OF_SECOND * first.score) return null;
  return sources.holding(first.page, nearest.chunk) ?? null;
}

/** The passages that the last answer cited, as far as they may still answer: a follow-up often asks about them. */
function carriedPassages({ cited = [], filter }: AnswerRequest, { retriever }: AnswerSite) {
  const passes = filter && createPageFilter(filter, [...retriever.pages()]);
  return cited.slice(0, MAX_CARRIED).flatMap(({ path, anchor }) => {
    const page = retriever.pageAt(path);
    const chunk = page?.chunks.find((one) => one.anchor === anchor) ?? page?.chunks[0];
    return page && chunk && passes?.(page) !== false ? [{ page, chunk }] : [];
  });
}

/** A passage of a page: one of its chunks, or several neighbours of one section. */
export type Passage = Chunk & {
  /** How many chunks it is, from its place in the page on. */
  span: number;
  /** The nearest of them. */
  nearness: number | null;
};

/** Puts passages of one page into reading order, and joins neighbours of one section. */
export function joinPassages(found: Hit["passages"]): Passage[] {
  const joined: Passage[] = [];
  for (const { chunk, nearness } of [...found].sort((a, b) => a.chunk.seq - b.chunk.seq)) {
    const last = joined.at(-1);
    if (last === undefined || last.seq + last.span !== chunk.seq || !isSameSection(last, chunk)) {
      joined.push({ ...chunk, span: 1, nearness });
      continue;
    }
    const nearest = nearness === null ? last.nearness : Math.max(nearness, last.nearness ?? nearness);
    joined[joined.length - 1] = {
      ...last,
      span: last.span + 1,
      nearness: nearest,
      text: joinTexts(last.text, chunk.text),
    };
  }
  return joined;
}

function isSameSection(one: Chunk, other: Chunk): boolean {
  return one.anchor === other.anchor && one.headings.join("\n") === other.headings.join("\n");
}

const MAX_REPEATED_LINES = 3;

/** Where a section was cut inside of a list or a table, its first lines are repeated: they are said once. */
function joinTexts(first: string, second: string): string {
  const lines = second.split("\n");
  const lead = lines.slice(0, MAX_REPEATED_LINES);
  for (let count = lead.length; count > 0; count -= 1) {
    const repeated = lead.slice(0, count).join("\n").trim();
    const rest = lines.slice(count).join("\n");
    const isListOrTable = /^\s*(?:[-*+|]|\d+[.)])/.test(rest);
    if (repeated !== "" && isListOrTable && first.includes(repeated)) return `${first}\n${rest.replace(/^\n+/, "")}`;
  }
  return `${first}\n\n${second}`;
}
