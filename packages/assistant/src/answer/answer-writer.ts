import type { Model } from "@docsteward/models/model";
import type { ModelPrice } from "@docsteward/platform/model-price";
import { contentWords } from "@docsteward/text/lexical/stop-words";
import { pageUrl } from "../page/page-address.ts";
import type { AnswerRecord, AnswerRequest, AnswerSite } from "./answer.ts";
import type { AnswerChunk, SourceData } from "./answer-chunk.ts";
import type { StandaloneQuestion } from "./condense-question.ts";
import { createLinkRules } from "./links/create-link-rules.ts";
import { createLinkFilter } from "./links/link-filter.ts";
import { UNANSWERED_MARK } from "./prompt.ts";
import type { Source, Sources } from "./sources.ts";
import type { TraceWriter } from "./trace.ts";

type AnswerWriter = {
  write(text: string): Generator<AnswerChunk>;
  /** Says what was held back because more might have come. */
  flush(): Generator<AnswerChunk>;
  markUnanswered(): void;
  /** What comes from now on stands in the pages: marks in it are theirs, and say nothing of the answer. */
  beginQuotation(): void;
  /** Whether words have been said behind this place of the text. What is left of a refused image or address is none. */
  hasSpoken(from?: number): boolean;
  /** Says the rest, the nearest pages where nothing was cited, and how it ended. */
  end(): Generator<AnswerChunk>;
};

type AnswerWriterInput = { site: AnswerSite; sources: Sources; record: AnswerRecord; startedMs: number };

const TEXT_ID = "answer";
const MAX_NEAREST = 3;

/** Turns the words of a model into chunks: through the filter of links, each source behind the words that cite it first. */
export function createAnswerWriter({ site, sources, record, startedMs }: AnswerWriterInput): AnswerWriter {
  const cited = new Set<string>();
  const newlyCited: Source[] = [];
  const refused: string[] = [];
  let isUnanswered = false;
  let isQuoting = false;
  let isOpen = false;
  const cite = (source: Source) => {
    const place = `${source.page.file}#${source.number}`;
    if (cited.has(place)) return;
    cited.add(place);
    newlyCited.push(source);
  };
  const filter = createLinkFilter(
    createLinkRules({
      site,
      sources,
      onCited: cite,
      onRefusedImage: (words) => refused.push(words),
      onMark(word) {
        if (isQuoting || word !== UNANSWERED_MARK) return false;
        isUnanswered = true;
        return true;
      },
    }),
  );

  function* say(text: string): Generator<AnswerChunk> {
    if (!isOpen) {
      isOpen = true;
      yield { type: "text-start", id: TEXT_ID };
    }
    if (text !== "") {
      record.firstTextMs ??= performance.now() - startedMs;
      record.text += text;
      yield { type: "text-delta", id: TEXT_ID, delta: text };
    }
    yield* tellSources();
  }

  function* tellSources(): Generator<AnswerChunk> {
    for (const source of newlyCited.splice(0)) {
      const data = presentSource(site, source);
      record.sources.push(data);
      const sourceId = String(data.number);
      yield { type: "source-url", sourceId, url: data.url, title: data.title };
      yield { type: "data-source", id: sourceId, data };
    }
  }

  return {
    write: (text) => say(filter.push(text)),
    flush: () => say(filter.end()),
    markUnanswered() {
      isUnanswered = true;
    },
    beginQuotation() {
      isQuoting = true;
    },
    hasSpoken(from = 0) {
      const said = refused.reduce((text, words) => text.replace(words, ""), record.text.slice(from));
      return /[^\s\p{P}]/u.test(said.replace(/\[\d{1,3}\]/g, ""));
    },
    *end() {
      yield* say(filter.end());
      yield { type: "text-end", id: TEXT_ID };
      // What was asked and answered from nothing was answered from memory; a greeting asks for nothing.
      const isFromNothing = sources.all().length === 0 && contentWords(record.searchedFor).length > 0;
      record.category = isUnanswered || isFromNothing ? "unanswered" : "answered";
      if (record.sources.length === 0) for (const source of firstOfPages(sources)) cite(source);
      yield* tellSources();
      yield { type: "data-outcome", data: { category: record.category } };
    },
  };
}

function firstOfPages(sources: Sources): Source[] {
  return sources
    .pages()
    .slice(0, MAX_NEAREST)
    .flatMap((page) => sources.all().find((source) => source.page === page) ?? []);
}

function presentSource(site: AnswerSite, { number, page, chunk }: Source): SourceData {
  return {
    number,
    path: page.path,
    title: page.title,
    heading: chunk.headings.at(-1) ?? null,
    url: pageUrl(site.url, { path: page.path, anchor: chunk.anchor }),
    updatedAt: site.changedAt(page.file)?.toISOString() ?? null,
  };
}

/** Who answers. */
export type AnsweringModel = { model: Model; price: ModelPrice | null };

/** One answer while it comes about: what was asked of whom, and what has been found and said so far. */
export type AnswerContext = AnsweringModel & {
  request: AnswerRequest;
  whole: StandaloneQuestion;
  site: AnswerSite;
  record: AnswerRecord;
  sources: Sources;
  trace: TraceWriter;
  writer: AnswerWriter;
};
