import { isPageFile } from "@docsteward/contract/docs-files";
import { trimSlashes } from "@docsteward/platform/cut-text";
import { slug } from "github-slugger";
import type { PageRef } from "../parse/instruction.ts";
import { type Procedure, request, stringsOf } from "../procedure.ts";
import { grep, literalAnyCase } from "../tools/grep.ts";
import { endingOf, joinPath, nameOf, stemOf, withoutAnchor, withoutEnding } from "./paths.ts";
import type { Site } from "./site.ts";

/** A page, or a sentence that says why there is not exactly one. */
type PageFound = { page: string } | { problem: string };

/** Finds the page a person means: by its path with or without ending, its path on the site, its file's name, or its title. */
export function* findPage(ref: PageRef, site: Site): Procedure<PageFound> {
  const wanted = cleanRef(ref);
  const pages = site.isCut ? [...site.pages, ...(yield* globFor(wanted))] : site.pages;
  for (const step of [byPath, byEndOfPath, byName]) {
    const found = [...new Set(step(wanted, pages, site))];
    if (found.length > 0) return onlyOne(ref, found);
  }
  const title = literalAnyCase(ref.trim());
  const { matches } = yield* grep(
    `^(title:[ ]*["']?|#[ ]+)${title}["']?[ ]*\r?$`,
    `Looking for a page with the title “${ref}”.`,
  );
  const titled = [...new Set(matches.map(({ path }) => path).filter(isPageFile))];
  if (titled.length > 0) return onlyOne(ref, titled);
  return { problem: `Page “${ref}” not found.` };
}

function onlyOne(ref: string, found: readonly string[]): PageFound {
  const [page] = found;
  if (page !== undefined && found.length === 1) return { page };
  const shown = found.slice(0, 5).map((path) => `\`${path}\``);
  return { problem: `“${ref}” may be ${shown.join(" or ")}. Use the page's path.` };
}

function cleanRef(ref: string): string {
  return trimSlashes(withoutAnchor(ref.trim().replace(/^https?:\/\/[^/]+/i, "")));
}

function byPath(wanted: string, pages: readonly string[], site: Site): string[] {
  const places = [wanted, joinPath(site.root, wanted)];
  const exact = pages.filter((page) => places.includes(page));
  if (exact.length > 0 || endingOf(wanted) !== "") return exact;
  return pages.filter((page) => places.includes(withoutEnding(page)) || places.includes(stemOf(page)));
}

function byEndOfPath(wanted: string, pages: readonly string[]): string[] {
  const lower = wanted.toLowerCase();
  const isWhole = endingOf(lower) !== "";
  return pages.filter((page) => {
    const forms = isWhole ? [page] : [withoutEnding(page), stemOf(page)];
    return forms.some((form) => form.toLowerCase() === lower || form.toLowerCase().endsWith(`/${lower}`));
  });
}

/** `Getting started` finds `getting-started.mdx`. */
function byName(wanted: string, pages: readonly string[]): string[] {
  const name = slug(wanted);
  return wanted.includes("/") ? [] : pages.filter((page) => slug(nameOf(stemOf(page))) === name);
}

function* globFor(wanted: string): Procedure<string[]> {
  const name = nameOf(stemOf(wanted)).replace(/[^\w. -]/g, "?");
  const reply = yield* request("glob", { pattern: `**/*${name}*` }, `Looking for ${wanted}.`);
  const folder = yield* request("glob", { pattern: `**/${name}/{index,README}.{md,mdx}` });
  return [...stringsOf(reply, "paths"), ...stringsOf(folder, "paths")].filter(isPageFile);
}

/** Where an instruction applies: one file or folder by its path, or everywhere (no path), or a sentence why neither. */
export function* findPlace(where: PageRef | undefined, site: Site): Procedure<{ path?: string } | { problem: string }> {
  if (where === undefined) return {};
  const clean = trimSlashes(where.trim());
  const files = [...site.pages, ...site.navigation];
  for (const path of [clean, joinPath(site.root, clean)]) {
    const isExact = files.includes(path);
    const isFolder =
      files.some((file) => file.startsWith(`${path}/`)) && !site.pages.some((page) => page.startsWith(`${path}.md`));
    if (isExact || isFolder) return { path };
  }
  const found = yield* findPage(where, site);
  return "page" in found ? { path: found.page } : found;
}
