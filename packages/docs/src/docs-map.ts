import { findNear } from "./find-near.ts";
import { navigationOrder } from "./navigation/navigation-order.ts";
import type { PageOutline } from "./page/read-outline.ts";
import type { Site } from "./site/site.ts";

const MAX_DESCRIPTION = 140;
const MAX_TITLE = 120;

/**
 * Writes a site down for a model: a line `path — title: description` for each page, in navigation order.
 *
 * Over the budget it first leaves out the descriptions, then the pages that are furthest from what is asked for, and its last
 * line says how many.
 *
 * @param near what is asked for; the pages nearest to it come first when not all can be named
 * @param maxCharacters upper length of the whole text
 */
export function docsMap(site: Site, { near = "", maxCharacters = 16_000 } = {}): string {
  const pages = navigationOrder(site).flatMap((path) => site.pages.get(path) ?? []);
  for (const hasDescription of [true, false]) {
    const toLine = (page: PageOutline) => lineFor(page, hasDescription);
    const text = pages.map(toLine).join("\n");
    if (text.length <= maxCharacters) return text;
    if (!hasDescription) {
      const nearest = new Set([...findNear(pages, describe, near), ...pages]);
      return cut([...nearest].map(toLine), maxCharacters);
    }
  }
  return "";
}

const describe = ({ path, title, description }: PageOutline) => `${path} ${title ?? ""} ${description ?? ""}`;

function lineFor({ path, title, description, isDraft, isHidden }: PageOutline, hasDescription: boolean): string {
  const state = isDraft ? " (draft)" : isHidden ? " (hidden)" : "";
  const name = title === null ? "" : ` — ${shorten(title, MAX_TITLE)}`;
  return `${path}${name}${state}${hasDescription && description !== null ? `: ${shorten(description, MAX_DESCRIPTION)}` : ""}`;
}

function cut(lines: string[], maxCharacters: number): string {
  const last = (left: number) =>
    `… and ${left} more ${left === 1 ? "page" : "pages"}, not listed. Find them with list, glob and search.`;
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
