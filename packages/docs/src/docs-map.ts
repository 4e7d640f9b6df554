import { navigationOrder } from "./navigation/navigation-order.ts";
import type { PageOutline } from "./page/read-outline.ts";
import type { Site } from "./site/site.ts";

const MAX_DESCRIPTION = 140;
const MAX_TITLE = 120;

/**
 * Writes a site down for a model: a line `path — title: description` for each page, in navigation order.
 *
 * Over the budget it first leaves out the descriptions, then pages from the end, and its last line says how many.
 *
 * @param maxCharacters upper length of the whole text
 */
export function docsMap(site: Site, maxCharacters = 16_000): string {
  const pages = navigationOrder(site).flatMap((path) => site.pages.get(path) ?? []);
  for (const hasDescription of [true, false]) {
    const lines = pages.map((page) => lineFor(page, hasDescription));
    const text = lines.join("\n");
    if (text.length <= maxCharacters) return text;
    if (!hasDescription) return cut(lines, maxCharacters);
  }
  return "";
}

function lineFor({ path, title, description, isDraft, isHidden }: PageOutline, hasDescription: boolean): string {
  const state = isDraft ? " (draft)" : isHidden ? " (hidden)" : "";
  const name = title === null ? "" : ` — ${shorten(title, MAX_TITLE)}`;
  return `${path}${name}${state}${hasDescription && description !== null ? `: ${shorten(description, MAX_DESCRIPTION)}` : ""}`;
}

function cut(lines: string[], maxCharacters: number): string {
  const last = (left: number) =>
    `… and ${left} more ${left === 1 ? "page" : "pages"}, left out here; list, glob and search find them.`;
  let length = last(lines.length).length;
  let kept = 0;
  for (const line of lines) {
    length += line.length + 1;
    if (length > maxCharacters) break;
    kept++;
  }
  return [...lines.slice(0, kept), last(lines.length - kept)].join("\n");
}

function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1).trimEnd()}…` : text;
}
