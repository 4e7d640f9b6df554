import { pageUrl } from "../page/page-address.ts";
import type { AnswerRequest, AnswerSite, AnswerTrace, TracedStep } from "./answer.ts";
import type { Source } from "./sources.ts";

/** Records the steps and passages of one answer in its `AnswerTrace`. */
export type TraceWriter = {
  /** @returns the step's place, for what it brings */
  step(step: { type: "search"; query: string } | { type: "read"; path: string }): number;
  /** Notes a passage; one that is known already stays as it was first found. */
  passage(source: Source, found: { step: number | null; nearness: number | null }): void;
  /** Notes by which number the reader knows a passage that the answer cites. */
  cite(source: Source, cited: number): void;
};

const MAX_PASSAGES = 60;
const MAX_EXCERPT = 280;
const MAX_WORDS = 200;

/** The trace of an answer before anything has happened. */
export function newTrace({ pageCount, filter, context }: AnswerRequest): AnswerTrace {
  return { pageCount, filter: filter ?? null, contextCount: context.length, passages: [], steps: [] };
}

/** Writes down how an answer comes about, while it does. */
export function createTrace(trace: AnswerTrace, site: AnswerSite, startedMs: number): TraceWriter {
  const known = new Map<number, AnswerTrace["passages"][number]>();
  return {
    step(step) {
      const atMs = Math.round(performance.now() - startedMs);
      const cut: TracedStep =
        step.type === "search"
          ? { type: "search", query: step.query.slice(0, MAX_WORDS), atMs }
          : { type: "read", path: step.path.slice(0, MAX_WORDS), atMs };
      return trace.steps.push(cut) - 1;
    },
    passage({ number, page, chunk }, { step, nearness }) {
      if (known.has(number) || known.size >= MAX_PASSAGES) return;
      const passage = {
        number,
        cited: null,
        step,
        path: page.path,
        title: page.title,
        heading: chunk.headings.at(-1) ?? null,
        url: pageUrl(site.url, { path: page.path, anchor: chunk.anchor }),
        nearness: nearness === null ? null : Math.round(nearness * 1_000) / 1_000,
        excerpt: excerptOf(chunk.text),
      };
      known.set(number, passage);
      trace.passages.push(passage);
    },
    cite({ number }, cited) {
      const passage = known.get(number);
      if (passage) passage.cited = cited;
    },
  };
}

/** The beginning of a text in one line. Most texts have few spaces in a row, so that little of them is looked at. */
function excerptOf(text: string): string {
  const cut = (length: number) => text.slice(0, length).replace(/\s+/g, " ").trim();
  const short = cut(MAX_EXCERPT + MAX_EXCERPT / 4);
  return (short.length < MAX_EXCERPT ? cut(4 * MAX_EXCERPT) : short).slice(0, MAX_EXCERPT);
}
