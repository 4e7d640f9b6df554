import { createHash } from "node:crypto";
import type { Section, Site } from "@docsteward/docs/site/site";
import { WORDS_FORMAT } from "../retriever/lexical/packed-words.ts";

/** Raised whenever the same file makes another page than before, so that every page is rebuilt. */
const FORMAT = 8;
const PREFIX = `${FORMAT}.${WORDS_FORMAT}:`;

/**
 * Covers everything a page is made of besides its file: which pages exist, where, and the navigation. While the fingerprint
 * stays the same, an unchanged file makes the same page.
 */
export function siteFingerprint(site: Site): string {
  const { dialect, root, routeBase, sections, languages, pages, routes, navigation } = site;
  const hash = createHash("sha256");
  // Fact by fact: the names above an entry are repeated with each, and all of them are more than one text can hold.
  const add = (fact: unknown) => hash.update(`${JSON.stringify(fact)}\n`);
  add([dialect, root, routeBase, languages, sections.map(sectionFacts)]);
  for (const path of pages.keys()) add(path);
  for (const route of routes) add(route);
  for (const { line: _, ...entry } of navigation.entries) add(entry);
  return `${PREFIX}${hash.digest("hex")}`;
}

const sectionFacts = ({ addressOf: _, suffixes, ...section }: Section) => ({
  ...section,
  suffixes: [...(suffixes ?? [])],
});

/** Whether the pages of this fingerprint, and their words, were made in the current format. */
export function isCurrentFormat(fingerprint: string | null): boolean {
  return fingerprint?.startsWith(PREFIX) ?? false;
}
