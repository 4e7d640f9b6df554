import type { SearchFilter } from "@docsteward/contract/site-search";
import { toSentSchema } from "@docsteward/models/sent-schema";
import { jsonSchema, tool } from "ai";
import { z } from "zod";
import type { Chunk, IndexedPage } from "../page/indexed-page.ts";
import { findPage } from "../page/page-address.ts";
import { searchDistinct } from "../retriever/copies.ts";
import { joinPassages, type Passage } from "./passages.ts";
import { type PassageStyle, type PromptDelimiter, writePassage } from "./prompt.ts";
import type { Source, Sources } from "./sources.ts";
import type { TraceWriter } from "./trace.ts";

// Made once: to make a schema, and to write it for the model, takes longer than all else that precedes a call.
const SEARCH_INPUT = schemaOf(z.object({ query: z.string().describe("A self-contained question or keywords.") }));
const PAGE_INPUT = schemaOf(
  z.object({
    path: z.string().describe("The page's path, as in its passages' links, e.g. /guide/ssr."),
    heading: z.string().optional().describe("Return only the section with this heading or anchor, e.g. Set up."),
    from: z.number().optional().describe("Return the sections from this number of the outline on."),
  }),
);

function schemaOf<T>(input: z.ZodType<T>) {
  const { schema, options } = toSentSchema(input);
  return jsonSchema<T>(schema, options);
}

const FOUND_PAGES = 5;
const PASSAGES_A_PAGE = 2;
const MAX_PAGE = 24_000;
/** A longer page comes as its beginning and its outline: the model then reads the sections that it needs. */
const LONG_PAGE = 8_000;
const BEGINNING = 3_000;
const MAX_OUTLINE = 120;
/** Characters of all tool results in one answer: a model may call many tools in parallel, and the results must fit its context. */
const MAX_GIVEN = 60_000;
const ALL_GIVEN = "Read limit reached. Answer from the passages you have.";

/** The state of one answer that its tools read and add to. */
export type AnswerToolsInput = PassageStyle & {
  sources: Sources;
  trace: TraceWriter;
  filter?: SearchFilter;
  currentPath?: string;
};

/** What the model may do besides answering: search again, and read a page of the index. Neither leaves the index. */
export function answerTools({ sources, trace, filter, currentPath, ...style }: AnswerToolsInput) {
  const { site, reader } = style;
  const given = createGivenText(sources, style);
  return {
    search: tool({
      description:
        "Searches the documentation. Returns the best passages, each with its number. Passages that you have are named and not repeated.",
      inputSchema: SEARCH_INPUT,
      execute: async ({ query }) => {
        const step = trace.step({ type: "search", query });
        if (given.isFull()) return ALL_GIVEN;
        const { languages } = reader;
        const wanted = { text: query, limit: FOUND_PAGES, filter, currentPath, languages };
        const hits = await searchDistinct(site.retriever, wanted);
        const found = hits.flatMap(({ page, passages, copies }) =>
          joinPassages(passages.slice(0, PASSAGES_A_PAGE)).map((passage) => ({ page, passage, copies })),
        );
        if (found.length === 0) return "No passages found.";
        const written = given.write(found, MAX_GIVEN, (source, { nearness }) =>
          trace.passage(source, { step, nearness }),
        );
        if (written.isCut) given.close();
        return written.text === "" ? ALL_GIVEN : written.text;
      },
    }),
    read_page: tool({
      description:
        "Returns a page as numbered passages: a section of it, or the whole page. A long page comes as its beginning and an outline of its sections.",
      inputSchema: PAGE_INPUT,
      execute: async ({ path, heading, from }) => {
        const step = trace.step({ type: "read", path });
        const page = findPage(site.retriever, path, site.url);
        if (!page) return "Page not found in the documentation. Use search to find pages.";
        if (given.isFull()) return ALL_GIVEN;
        const { chunks, note } = selectChunks(page, { heading, from }, style.fence);
        const passages = joinPassages(chunks.map((chunk) => ({ chunk, score: 0, nearness: null })));
        const found = passages.map((passage) => ({ page, passage }));
        const written = given.write(found, MAX_PAGE, (source) => trace.passage(source, { step, nearness: null }));
        if (written.text === "" && found.length > 0) return ALL_GIVEN;
        given.count(note);
        const rest = written.isCut ? "The page continues. Read it from a later section." : "";
        return [written.text, rest, note].filter(Boolean).join("\n\n");
      },
    }),
  };
}

type Found = { page: IndexedPage; passage: Passage; copies?: readonly IndexedPage[] };

/** Counts what the model was given by its tools, and gives nothing twice. */
function createGivenText(sources: Sources, style: PassageStyle) {
  let left = MAX_GIVEN;
  return {
    isFull: () => left <= 0,
    count(text: string) {
      left -= text.length;
    },
    close() {
      left = 0;
    },
    /** Writes the first of the passages that there is room for. */
    write(found: readonly Found[], room: number, onGiven: (source: Source, passage: Passage) => void) {
      const texts: string[] = [];
      const known = new Set<Source>();
      let size = 0;
      let isCut = false;
      for (const { page, passage, copies } of found) {
        const held = heldSources(sources, page, passage);
        if (held !== null) {
          for (const source of held) known.add(source);
          continue;
        }
        isCut = size + passage.text.length > Math.min(room, left);
        if (isCut) break;
        size += passage.text.length;
        const source = sources.add(page, passage, copies);
        onGiven(source, passage);
        texts.push(writePassage(source, style));
      }
      left -= size;
      if (known.size > 0) {
        const names = [...known].map(nameOf).join("\n");
        left -= names.length;
        texts.push(`Already given: ${style.fence("passages", names)}`);
      }
      return { text: texts.join("\n\n"), isCut };
    },
  };
}

/** The passages that a passage was given in already; null when a part of it is new. */
function heldSources(sources: Sources, page: IndexedPage, { seq, span }: Passage): Source[] | null {
  const held = page.chunks.slice(seq, seq + span).map((chunk) => sources.holding(page, chunk));
  return held.every((source) => source !== undefined) ? held : null;
}

/** Names come from pages: signs that could end the sentence around them are left out. */
function nameOf({ number, page, chunk }: Source): string {
  return `[${number}] ${[page.title, ...chunk.headings]
    .join(" › ")
    .replace(/[<>\s]+/g, " ")
    .slice(0, 120)}`;
}

/** The chunks of a page below one heading, without those below a heading of their own. */
type Section = { trail: string[]; anchor: string | null; chunks: Chunk[]; size: number };

function sectionsOf({ chunks }: IndexedPage): Section[] {
  const sections: Section[] = [];
  for (const chunk of chunks) {
    const last = sections.at(-1);
    const isSame = last?.anchor === chunk.anchor && last.trail.join("\n") === chunk.headings.join("\n");
    const section =
      isSame && last ? last : { trail: chunk.headings, anchor: chunk.anchor, chunks: [] as Chunk[], size: 0 };
    if (!isSame) sections.push(section);
    section.chunks.push(chunk);
    section.size += chunk.text.length;
  }
  return sections;
}

type Wanted = { heading?: string; from?: number };

/** What of a page is returned, and what is said of the rest. */
function selectChunks(page: IndexedPage, { heading, from }: Wanted, fence: PromptDelimiter) {
  const sections = sectionsOf(page);
  const outline = () =>
    `Its sections, to be read with \`heading\` or \`from\`:\n${fence("outline", outlineOf(sections))}`;
  if (heading !== undefined && heading.trim() !== "") {
    const chunks = belowHeading(sections, heading);
    if (chunks.length > 0) return { chunks, note: "" };
    return { chunks: [], note: `The page has no section “${plain(heading)}”. ${outline()}` };
  }
  if (from !== undefined) {
    const chunks = sections.slice(Math.max(0, Math.trunc(from) - 1)).flatMap((section) => section.chunks);
    return chunks.length > 0 ? { chunks, note: "" } : { chunks, note: outline() };
  }
  const size = sections.reduce((sum, section) => sum + section.size, 0);
  if (size <= LONG_PAGE || sections.length < 3) return { chunks: page.chunks, note: "" };
  let room = BEGINNING;
  const chunks = page.chunks.filter(({ text, seq }) => {
    room -= text.length;
    return seq === 0 || room >= 0;
  });
  return { chunks, note: `The page is long. ${outline()}` };
}

/** The section of a heading, by its text or its anchor, and those below it. */
function belowHeading(sections: readonly Section[], heading: string): Chunk[] {
  const wanted = keyOf(heading.replace(/^#+/, ""));
  const isWanted = (name: string) => keyOf(name) === wanted;
  return sections
    .filter(({ trail, anchor }) => trail.some(isWanted) || (anchor !== null && isWanted(anchor)))
    .flatMap((section) => section.chunks);
}

function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function outlineOf(sections: readonly Section[]): string {
  const lines = sections
    .slice(0, MAX_OUTLINE)
    .map(({ trail, size }, at) => `${at + 1}. ${plain(trail.join(" › ")) || "(beginning)"} (${size} characters)`);
  return lines.join("\n");
}

const plain = (text: string) => text.replace(/[<>\s]+/g, " ").slice(0, 160);
