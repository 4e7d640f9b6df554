import { headingSlugger } from "@docsteward/docs/site/page-anchors";
import type { Dialect } from "@docsteward/docs/site/site";
import { type CodeFence, splitFences } from "@docsteward/text/markdown/scanner";
import { splitSections } from "@docsteward/text/markdown/sections";
import { type ComponentTitle, splitComponents } from "./components.ts";
import type { Chunk } from "./indexed-page.ts";

/** About 350 tokens: several fit a prompt, and one still says a thing completely. */
const MAX_CHARACTERS = 1_400;
/** A heading is kept with every chunk below it. */
const MAX_HEADING = 300;
/** Some ten megabytes of text. Of a page that is cut into more, the beginning is found. */
const MAX_CHUNKS = 10_000;

/**
 * Cuts a page into chunks at its headings, and long sections between their blocks.
 *
 * @param body what a reader sees of the page
 * @param title of the page, which is no part of a heading trail
 * @see Lewis et al. 2020 (arXiv:2005.11401), section 2, for why passages and not pages
 */
export function splitIntoChunks(body: string, title: string, dialect: Dialect): Chunk[] {
  const chunks: Chunk[] = [];
  const slug = headingSlugger(dialect);
  const sections = splitSections(body);
  let trail: { depth: number; text: string }[] = [];
  let anchor: string | null = null;
  for (const [index, { depth, heading, id, text }] of sections.entries()) {
    if (depth > 0) {
      anchor = id ?? slug(heading);
      trail = [...trail.filter((above) => above.depth < depth), { depth, text: heading.slice(0, MAX_HEADING) }];
    }
    if (chunks.length >= MAX_CHUNKS) break;
    const names = trail
      .filter((part) => part.text !== "" && !(part.depth === 1 && part.text === title))
      .map((part) => part.text);
    const next = sections[index + 1];
    // A heading with nothing but further headings below it appears in their trails.
    const isCoveredBelow = next !== undefined && next.depth > depth;
    const parts = splitComponents(text);
    if (parts.length === 0 && !isCoveredBelow && names.length > 0) parts.push({ titles: [], text: heading });
    const anchorOf = createAnchors(dialect, slug);
    for (const { titles, text } of parts) {
      const headings = [...names, ...titles.map((title) => title.text)];
      const place = { headings, anchor: anchorOf(titles) ?? (names.length > 0 ? anchor : null) };
      for (const piece of splitText(text, MAX_CHARACTERS)) chunks.push({ seq: chunks.length, ...place, text: piece });
    }
  }
  return chunks;
}

/** Sites whose components have an anchor by their title. */
const ANCHORED: ReadonlySet<Dialect> = new Set(["mintlify"]);

/** Names the anchors of components of one section: by their id, or as the site makes them of titles. */
function createAnchors(dialect: Dialect, slug: (heading: string) => string) {
  const known = new Map<ComponentTitle, string>();
  return (titles: readonly ComponentTitle[]): string | null => {
    const title = titles.findLast(({ id }) => id !== null || ANCHORED.has(dialect));
    if (title === undefined) return null;
    const anchor = known.get(title) ?? title.id ?? slug(title.text);
    known.set(title, anchor);
    return anchor;
  };
}

/**
 * Cuts a text into pieces of at most `max` characters, between its blocks: fences, tables and paragraphs stay whole where they
 * fit. A longer fence is closed and opened again, a longer table repeats its head, so that every piece reads on its own.
 */
export function splitText(text: string, max: number): string[] {
  if (text.length <= max) return [text];
  const pieces: string[] = [];
  let current: string[] = [];
  let length = 0;
  /** The sentence that leads to the list which goes on. */
  let leadOfList: string | null = null;
  const close = (next: string) => {
    // "For example:" belongs to what follows, and so does what leads to a list.
    const last = current.at(-1);
    const isLead = last !== undefined && (last.endsWith(":") || (isListItem(next) && isLeadOfList(last)));
    const lead = current.length > 1 && isLead ? current.pop() : undefined;
    if (current.length > 0) pieces.push(current.join("\n\n"));
    const hasRoom = (leadOfList?.length ?? 0) + next.length + 2 <= max;
    const again = lead === undefined && isListItem(next) && hasRoom ? leadOfList : null;
    current = [lead ?? again].filter((block) => block != null);
    length = current[0]?.length ?? 0;
  };
  for (const block of splitLists(text, max)) {
    if (length > 0 && length + block.length + 2 > max) close(block);
    if (length > 0 && length + block.length + 2 > max) close(block);
    if (!isListItem(block) && !/^\s/.test(block)) leadOfList = isLeadOfList(block) ? block : null;
    current.push(block);
    length += block.length + 2;
  }
  if (current.length > 0) pieces.push(current.join("\n\n"));
  return pieces;
}

const MAX_LEAD = 300;

const isListItem = (block: string) => /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(block);

function isLeadOfList(block: string): boolean {
  return block.length <= MAX_LEAD && !isListItem(block) && !/^\s*(?:[#>|<!]|`{3}|~{3})/.test(block);
}

/** The blocks of a text. One that is too long is cut; a long list keeps room for the sentence that leads to it. */
function splitLists(text: string, max: number): string[] {
  const blocks = blocksOf(text);
  return blocks.flatMap(({ text, fence }, at) => {
    const before = blocks[at - 1];
    const lead = isListItem(text) && before && !before.fence && isLeadOfList(before.text) ? before.text.length + 2 : 0;
    return splitBlock(text, fence, lead < max / 2 ? max - lead : max);
  });
}

type Block = { text: string; fence: CodeFence | null };

function blocksOf(text: string): Block[] {
  return splitFences(text).flatMap(({ fence, text }): Block[] =>
    fence
      ? [{ text, fence }]
      : text.split(/\n\s*\n/).flatMap((paragraph) => {
          const block = trimLines(paragraph);
          return block === "" ? [] : [{ text: block, fence }];
        }),
  );
}

/** Without empty lines around it; the indentation of its first line may mean something. */
function trimLines(block: string): string {
  return block.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}

function splitBlock(block: string, fence: CodeFence | null, max: number): string[] {
  if (block.length <= max) return [block];
  const lines = block.split("\n");
  const [first = "", second = ""] = lines;
  // In a list or a quote, the lines between the marks carry markers of their own.
  if (fence !== null && fence.prefix.trim() === "") {
    const isClosed = lines.at(-1)?.trim().startsWith(fence.mark) ?? false;
    const head = first.slice(0, 200);
    const foot = fence.prefix + fence.mark;
    // Marks that are longer than any code needs would leave no room for it.
    if (head.length + foot.length < max / 2)
      return packLines(lines.slice(1, isClosed ? -1 : undefined), max, head, foot);
  }
  const isTable = /^[\s:|-]+$/.test(second) && second.includes("-") && second.includes("|");
  const head = `${first}\n${second}`;
  if (isTable && head.length < max / 2) return packLines(lines.slice(2), max, head);
  return packLines(lines, max);
}

/** Packs lines into pieces between a head and a foot; a line that is too long itself is cut at sentences, else anywhere. */
function packLines(lines: string[], max: number, head?: string, foot?: string): string[] {
  const room = max - (head?.length ?? 0) - (foot?.length ?? 0) - 2;
  const pieces: string[][] = [[]];
  let length = 0;
  for (const line of lines.flatMap((long) => cutLine(long, room))) {
    if (length > 0 && length + line.length + 1 > room) {
      pieces.push([]);
      length = 0;
    }
    pieces.at(-1)?.push(line);
    length += line.length + 1;
  }
  return pieces.map((piece) => [head, ...piece, foot].filter((line) => line !== undefined).join("\n"));
}

function cutLine(line: string, max: number): string[] {
  const pieces: string[] = [];
  let rest = line;
  while (rest.length > max) {
    const end = Math.max(...[". ", "。", " "].map((mark) => rest.lastIndexOf(mark, max - mark.length) + mark.length));
    const at = end > max / 2 ? end : max;
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...pieces, rest];
}
