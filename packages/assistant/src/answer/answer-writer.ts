import type { OutcomeData, SourceData, SuggestionsData, UiChunk } from "@docsteward/contract/ui-chunk";
import type { Model } from "@docsteward/models/model";
import type { ModelPrice } from "@docsteward/platform/money";
import { contentWords } from "@docsteward/text/lexical/stop-words";
import type { IndexedPage } from "../page/indexed-page.ts";
import { pageUrl } from "../page/page-address.ts";
import type { AnswerRecord, AnswerRequest, AnswerSite } from "./answer.ts";
import type { StandaloneQuestion } from "./condense-question.ts";
import { createLinkRules } from "./links/create-link-rules.ts";
import { createLinkFilter } from "./links/link-filter.ts";
import { OUTCOME_MARKS } from "./prompt.ts";
import type { Reader } from "./reader.ts";
import type { Source, Sources } from "./sources.ts";
import type { TraceWriter } from "./trace.ts";

type AnswerWriter = {
  write(text: string): Generator<UiChunk>;
  /** Says what was held back because more might have come. */
  flush(): Generator<UiChunk>;
  markUnanswered(): void;
  /** What comes from now on stands in the pages: marks in it are theirs, and say nothing of the answer. */
  beginQuotation(): void;
  /** Whether words have been said behind this place of the text. What is left of a refused image or address is none. */
  hasSpoken(from?: number): boolean;
  /** Says the rest, and how it ended. */
  end(): Generator<UiChunk>;
};

type AnswerWriterInput = {
  site: AnswerSite;
  sources: Sources;
  trace: TraceWriter;
  record: AnswerRecord;
  startedMs: number;
};

const TEXT_ID = "answer";

/** Turns the words of a model into chunks: through the filter of links, each source behind the words that cite it first. */
export function createAnswerWriter({ site, sources, trace, record, startedMs }: AnswerWriterInput): AnswerWriter {
  const cited = new Map<string, CitedPage>();
  /** Pages that were cited, or cited by another section, since the reader last heard of them. */
  const untold = new Set<CitedPage>();
  const refused: string[] = [];
  let outcome: OutcomeData["category"] | null = null;
  let isQuoting = false;
  let isOpen = false;
  const cite = (source: Source): number => {
    const { file } = source.page;
    const known = cited.get(file);
    const page = known ?? { data: toSourceData(site, source, cited.size + 1), isTold: false };
    cited.set(file, page);
    if (addSection(page.data, toSection(site, source))) untold.add(page);
    trace.cite(source, page.data.number);
    return page.data.number;
  };
  const filter = createLinkFilter(
    createLinkRules({
      site,
      sources,
      onCited: cite,
      onRefusedImage: (words) => refused.push(words),
      onMark(word) {
        const marked = isQuoting ? undefined : OUTCOME_MARKS.get(word);
        outcome = marked ?? outcome;
        return marked !== undefined;
      },
    }),
  );

  function* say(text: string): Generator<UiChunk> {
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

  function* tellSources(): Generator<UiChunk> {
    for (const page of untold) {
      const data = { ...page.data, sections: [...page.data.sections] };
      const id = String(data.number);
      record.sources[data.number - 1] = data;
      // Clients gather these: a page is named once. What follows under the same id takes the place of what was there.
      if (!page.isTold) yield { type: "source-url", sourceId: id, url: data.url, title: data.title };
      page.isTold = true;
      yield { type: "data-source", id, data };
    }
    untold.clear();
  }

  return {
    write: (text) => say(filter.push(text)),
    flush: () => say(filter.end()),
    markUnanswered() {
      outcome = "unanswered";
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
      // What was asked and answered from nothing was answered from memory; a greeting asks for nothing.
      const isFromNothing = sources.all().length === 0 && contentWords(record.searchedFor).length > 0;
      const category = outcome ?? (isFromNothing ? "unanswered" : "answered");
      const contact = (category === "unanswered" && site.contact) || null;
      if (contact !== null) yield* say(contactLine(contact, record.text));
      yield { type: "text-end", id: TEXT_ID };
      record.category = category;
      const suggestions = site.hasSuggestions === false || !isAnswer(category) ? [] : suggestNext(site, record.sources);
      if (suggestions.length > 0) yield { type: "data-suggestions", data: { suggestions } };
      yield { type: "data-outcome", data: { category, ...(contact !== null && { contact }) } };
    },
  };
}

const isAnswer = (category: OutcomeData["category"]) => category === "answered" || category === "partly_answered";

/** A line that leads to a person, in no language: clients that show text alone have it, too. */
function contactLine(contact: string, text: string): string {
  const gap = text === "" ? "" : text.endsWith("\n\n") ? "" : "\n\n";
  return `${gap}→ [${contact.replace(/^(?:mailto:|https?:\/\/)/, "")}](${contact})\n`;
}

/** A page that an answer cites, and whether its reader has heard of it. */
type CitedPage = { data: SourceData; isTold: boolean };

/** The page of a source, by the first of its sections that is cited. */
function toSourceData(site: AnswerSite, source: Source, number: number): SourceData {
  const { page } = source;
  return {
    number,
    path: page.path,
    title: page.title,
    ...toSection(site, source),
    updatedAt: site.changedAt(page.file)?.toISOString() ?? null,
    sections: [],
  };
}

type SourceSection = SourceData["sections"][number];

function toSection(site: AnswerSite, { page, chunk }: Source): SourceSection {
  return {
    heading: chunk.headings.at(-1) ?? null,
    url: pageUrl(site.url, { path: page.path, anchor: chunk.anchor }),
  };
}

/** @returns false when the section exists already */
function addSection({ sections }: SourceData, section: SourceSection): boolean {
  if (sections.some(({ url, heading }) => url === section.url && heading === section.heading)) return false;
  sections.push(section);
  return true;
}

/** Who answers. */
export type AnsweringModel = { model: Model; price: ModelPrice | null };

/** One answer while it comes about: what was asked of whom, and what has been found and said so far. */
export type AnswerContext = AnsweringModel & {
  request: AnswerRequest;
  whole: StandaloneQuestion;
  reader: Reader;
  site: AnswerSite;
  record: AnswerRecord;
  sources: Sources;
  /** The passage that words and meaning agree about; null when there is none. */
  agreed: Source | null;
  trace: TraceWriter;
  writer: AnswerWriter;
};

type Suggestion = SuggestionsData["suggestions"][number];

const MAX = 3;
const MAX_CHARACTERS = 120;

/**
 * What a reader may ask next: the sections behind those that an answer cites, in turn of its pages, then the pages that these link
 * to. The texts are names that the pages give themselves, so they are in the pages' language, and every one of them has an answer.
 */
function suggestNext(site: AnswerSite, cited: readonly SourceData[]): Suggestion[] {
  const pages = cited.flatMap((source) => {
    const page = site.retriever.pageAt(source.path);
    return page ? [{ page, urls: new Set(source.sections.map(({ url }) => url)) }] : [];
  });
  const bySection = pages.map(({ page, urls }) => sectionsBehind(site, page, urls));
  const inTurn = [0, 1, 2].flatMap((place) => bySection.flatMap((sections) => sections[place] ?? []));
  const known = new Set(pages.map(({ page }) => page.file));
  const linked = pages
    .flatMap(({ page }) => page.links)
    .flatMap(({ file }) => {
      if (known.has(file)) return [];
      known.add(file);
      return site.retriever.pageOfFile(file) ?? [];
    });
  const next = linked.map((page) => ({ text: page.title, url: pageUrl(site.url, { path: page.path, anchor: null }) }));
  return [...inTurn, ...next].filter(({ text }) => text.length <= MAX_CHARACTERS).slice(0, MAX);
}

/** The sections of a page that are not cited, those behind the first cited one first. */
function sectionsBehind(site: AnswerSite, page: IndexedPage, cited: ReadonlySet<string>): Suggestion[] {
  const sections = new Map<string, string>();
  let firstCited = -1;
  for (const { anchor, headings } of page.chunks) {
    const url = pageUrl(site.url, { path: page.path, anchor });
    if (cited.has(url) && firstCited < 0) firstCited = sections.size;
    const heading = headings.at(-1);
    if (anchor !== null && heading !== undefined && heading !== "" && !cited.has(url)) sections.set(url, heading);
  }
  const all = [...sections].map(([url, heading]) => ({ text: nameOf(heading, page.title), url }));
  const from = Math.max(0, firstCited);
  return [...all.slice(from), ...all.slice(0, from)];
}

function nameOf(heading: string, title: string): string {
  return heading.endsWith("?") || heading === title ? heading : `${title}: ${heading}`;
}
