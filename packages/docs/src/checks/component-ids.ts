import type { CheckedSite } from "./finding.ts";
import { idsOfCode } from "./layout-ids.ts";
import { oncePerPage } from "./once-per-page.ts";
import { importedFile } from "./page-rules.ts";
import { hasIdsOfShortcodes } from "./shortcode-ids.ts";

/** Components of generators that write an id for each property or operation of what they describe. */
const WRITES_IDS = /^(?:APIDocs|APIPage|TSDoc|AutoTypeTable|TypeTable|OpenAPI)$/;
/** The same in the code of a component. */
const WRITTEN_IDS =
  /<(?:APIDocs|APIPage|TSDoc|AutoTypeTable|TypeTable)\b|<[A-Z]?\w*\s[^<>]{0,200}(?:\bid=\{|:id=)|<Content\b/;
/** The id that a component is given by the page that shows it, which names it. */
const PASSED_ON = /\bid=\{(?:props\.)?id\}/g;
/** Code in which `id` may be another one than that. */
const OWN_ID = /\b(?:const|let|var)\s+id\b|\bid\s*=[^={]|\bmap\(|\bforEach\(|\bfor\s*\(/;
const CODE_ENDINGS = [
  "",
  ".tsx",
  ".jsx",
  ".ts",
  ".js",
  ".astro",
  ".vue",
  ".svelte",
  "/index.tsx",
  "/index.ts",
  "/index.js",
];
const MAX_COMPONENTS = 20;

/** The file of the site's own code that a page or another file imports by a name; null where it is none. */
function codeImported({ site }: CheckedSite, from: string, name: string): string | null {
  const stem = /\.(?:mdx?|css|json|svg|png)$/.test(name) ? null : importedFile(site, from, name);
  if (stem === null) return null;
  return CODE_ENDINGS.map((ending) => stem + ending).find((file) => site.otherFiles.has(file)) ?? null;
}

const writesIds = oncePerPage(async ({ read }, file) => {
  const text = await read(file);
  return text !== null && WRITTEN_IDS.test(OWN_ID.test(text) ? text : text.replaceAll(PASSED_ON, ""));
});

/** Whether a page shows components that write headings or ids, which only the build knows: the generator's, or the site's by their code. */
export async function hasMadeIds(path: string, checked: CheckedSite): Promise<boolean> {
  const page = await checked.page(path);
  if (page === null) return false;
  if (page.components.some((name) => WRITES_IDS.test(name)) || (await hasIdsOfShortcodes(path, checked))) return true;
  for (const { from, isInclude } of page.imports.slice(0, MAX_COMPONENTS)) {
    const file = isInclude ? null : codeImported(checked, path, from);
    if (file !== null && (await writesIds(checked, file))) return true;
  }
  return false;
}

const IMPORTED = /\bfrom\s{0,9}["']([^"'\n]{1,200})["']/g;
const MAX_PARTS = 100;
const MAX_PART = 100_000;

/** The ids that the components of the site which a page imports write out, and those that these import. */
export const idsOfImports = oncePerPage(async (checked, path): Promise<ReadonlySet<string>> => {
  const page = await checked.page(path);
  const files = new Set(page?.imports.flatMap(({ from }) => codeImported(checked, path, from) ?? []));
  const ids = new Set<string>();
  for (const file of files) {
    const text = ((await checked.read(file)) ?? "").slice(0, MAX_PART);
    for (const id of idsOfCode(text)) ids.add(id);
    for (const [, name = ""] of text.matchAll(IMPORTED)) {
      const part = files.size < MAX_PARTS ? codeImported(checked, file, name) : null;
      if (part !== null) files.add(part);
    }
  }
  return ids;
});
