import { scanSections } from "@docsteward/docs/page/scan-sections";
import { headingSlugger } from "@docsteward/docs/site/page-anchors";
import type { Dialect } from "@docsteward/docs/site/site";
import type { Chunk } from "./indexed-page.ts";
import { splitText } from "./split-text.ts";

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
export function cutChunks(body: string, title: string, dialect: Dialect): Chunk[] {
  const chunks: Chunk[] = [];
  const slug = headingSlugger(dialect);
  const sections = scanSections(body);
  let trail: { depth: number; text: string }[] = [];
  let anchor: string | null = null;
  for (const [index, { depth, heading, id, text }] of sections.entries()) {
    if (depth > 0) {
      anchor = id ?? slug(heading);
      trail = [...trail.filter((above) => above.depth < depth), { depth, text: heading.slice(0, MAX_HEADING) }];
    }
    if (chunks.length >= MAX_CHUNKS) break;
    const headings = trail.filter((part) => part.text !== "" && !(part.depth === 1 && part.text === title));
    const next = sections[index + 1];
    // A heading with nothing but further headings below it is told by their trails.
    const isToldBelow = next !== undefined && next.depth > depth;
    const shown = text.trim() || (isToldBelow || headings.length === 0 ? "" : heading);
    if (shown === "") continue;
    for (const piece of splitText(shown, MAX_CHARACTERS)) {
      const names = headings.map((part) => part.text);
      chunks.push({ seq: chunks.length, headings: names, anchor: names.length > 0 ? anchor : null, text: piece });
    }
  }
  return chunks;
}
