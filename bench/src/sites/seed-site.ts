import { createHash } from "node:crypto";
import { checkSite } from "../../../packages/docs/src/checks/check-site.ts";
import type { DocsReader } from "../../../packages/docs/src/docs-reader.ts";
import { compileGlob } from "../../../packages/platform/src/glob.ts";
import { createRandom } from "../repository/random.ts";
import { type FaultClass, pagesOf, type SeedSite, stemOf } from "./fault.ts";
import { LINK_FAULTS } from "./link-faults.ts";
import { findNavigationLines, isNavigationOf } from "./navigation-lines.ts";
import { PAGE_FAULTS } from "./page-faults.ts";
import { type Outcome, scoreFault } from "./score.ts";
import { SITE_FAULTS } from "./site-faults.ts";
import type { OpenSite } from "./site-list.ts";

export const FAULT_CLASSES: readonly FaultClass[] = [...LINK_FAULTS, ...PAGE_FAULTS, ...SITE_FAULTS];

export type SeedOptions = { seed: number; perClass: number };

/** Draws of a class that find no place for a fault, after which the site has none. */
const MAX_DRAWS = 4;

/** Seeds faults of every class into copies of a site, one at a time, and checks what each copy changed. */
export async function seedSite(site: OpenSite, { seed, perClass }: SeedOptions): Promise<Outcome[]> {
  const known = await describeForSeeding(site);
  const outcomes: Outcome[] = [];
  for (const faultClass of FAULT_CLASSES.filter(({ dialects }) => dialects.includes(site.dialect))) {
    const random = createRandom(seedOf(`${seed} ${site.name} ${faultClass.name}`));
    for (let number = 0, failed = 0; number < perClass && failed < MAX_DRAWS; ) {
      const fault = faultClass.seed(known, random);
      if (fault === null) {
        failed += 1;
        continue;
      }
      number += 1;
      const { edits, movedFrom } = fault;
      const reader = withEdits(site.reader, edits);
      const changes = [...edits].flatMap(([path, text]) => {
        if (movedFrom === undefined) return [{ path }];
        return text === null ? [] : [{ path, from: movedFrom }];
      });
      const result = await checkSite({ reader, base: site.reader, changes });
      outcomes.push(scoreFault(site, faultClass.name, fault, result, describeEdits(known.texts, edits)));
    }
  }
  return outcomes;
}

/** Says what the edits of a fault change: of each file the first line that differs, before and after it. */
export function describeEdits(texts: ReadonlyMap<string, string>, edits: ReadonlyMap<string, string | null>): string {
  const describe = (path: string, after: string | null) => {
    const before = texts.get(path);
    if (after === null) return `${path} is gone`;
    if (before === undefined) return `${path} is new`;
    const [old, own] = [before.split("\n"), after.split("\n")];
    const at = old.findIndex((line, index) => line !== own[index]);
    const shown = (line: string | undefined) => JSON.stringify((line ?? "").trim().slice(0, 120));
    return `${shown(old[at])} became ${shown(own[at])}`;
  };
  return [...edits].map(([path, after]) => describe(path, after)).join("; ");
}

const seedOf = (text: string) => createHash("sha256").update(text).digest().readUInt32LE();

export async function describeForSeeding(
  site: Pick<OpenSite, "dialect" | "pages" | "texts" | "reader">,
): Promise<SeedSite> {
  const { dialect, reader } = site;
  const files = (await reader.assets?.()) ?? new Set(await reader.paths());
  const named = [...files].filter((path) => isNavigationOf(dialect, path) || /(^|\/)docusaurus\.config\./.test(path));
  const code = await reader.readMany(named.filter((path) => !/\.mdx?$/.test(path)));
  const manifests = await reader.readMany([...files].filter((path) => /^(?:[^/]+\/){0,2}package\.json$/.test(path)));
  const texts = new Map([...site.texts, ...code.map(({ path, text }) => [path, text] as const)]);
  const excluded = excludedBy(code.filter(({ path }) => /docusaurus\.config/.test(path)));
  const isTaken = dialect === "fumadocs" ? takenBy(await reader.readMany([...files].filter(isSource))) : null;
  const isExcluded = (page: string) =>
    site.pages.some((root) => {
      const inside = page.startsWith(root) ? page.slice(root.length).replace(/^\//, "") : null;
      return inside !== null && (excluded(inside) || isTaken?.(inside) === false);
    });
  const pages = pagesOf({ dialect, pages: site.pages, texts }).filter((page) => !isExcluded(page));
  return {
    dialect,
    pages,
    roots: site.pages,
    texts,
    files,
    folders: foldersOf(files),
    names: new Set(pages.flatMap(endingsOf)),
    navigation: findNavigationLines({ dialect, pages, folders: site.pages, texts }),
    isExcluded,
    isMarkdownMdx:
      !code.some(({ path, text }) => /docusaurus\.config/.test(path) && /format:\s*['"](?:detect|md)/.test(text)) &&
      // Markdown of Docusaurus 2 is MDX 1, which takes most of what ends a build with MDX 3.
      !manifests.some(({ text }) => /"@docusaurus\/core"\s*:\s*"[^\d"]{0,3}2\./.test(text)),
  };
}

const isSource = (path: string) => /(^|\/)source\.config\.[cm]?[jt]s$/.test(path);

/** Tells which pages the configuration of a Fumadocs site takes, where it has one list of them (`files`): elsewhere a fault is none. */
function takenBy(sources: readonly { text: string }[]): ((path: string) => boolean) | null {
  const lists = sources.flatMap(({ text }) =>
    [...text.matchAll(/\bfiles:\s*\[([^\]]*)\]/g)].map(([, list = ""]) => list),
  );
  const globs = [...(lists[0] ?? "").matchAll(/["']([^"'\n!]+)["']/g)].map(([, glob = ""]) => compileGlob(glob));
  return lists.length === 1 && globs.length > 0 ? (path) => globs.some((matches) => matches(path)) : null;
}

/** Tells which pages the configuration of a Docusaurus site excludes, from the folder of its docs: a fault there is none. */
function excludedBy(configs: readonly { text: string }[]): (path: string) => boolean {
  const lists = configs.flatMap(({ text }) =>
    [...text.matchAll(/\bexclude:\s*\[([^\]]*)\]/g)].map(([, list = ""]) => list),
  );
  const globs = lists.flatMap((list) =>
    [...list.matchAll(/["']([^"'\n]+)["']/g)].map(([, glob = ""]) => compileGlob(glob)),
  );
  return (path) => globs.some((matches) => matches(path));
}

function endingsOf(path: string): string[] {
  const parts = stemOf(path)
    .replace(/\/(index|page)$/, "")
    .split("/");
  return parts.map((_, index) => parts.slice(index).join("/"));
}

function foldersOf(files: ReadonlySet<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const file of files) {
    for (let slash = file.indexOf("/"); slash > 0; slash = file.indexOf("/", slash + 1))
      folders.add(file.slice(0, slash));
  }
  return folders;
}

/** The files of a reader with some of them edited, added or deleted. */
export function withEdits(reader: DocsReader, edits: ReadonlyMap<string, string | null>): DocsReader {
  const isGone = (path: string) => edits.get(path) === null;
  const edited = async (paths: Iterable<string>) =>
    new Set([...paths, ...edits.keys()].filter((path) => !isGone(path)));
  const readMany = async (paths: string[]) => {
    const same = await reader.readMany(paths.filter((path) => !edits.has(path)));
    const own = paths.flatMap((path) => {
      const text = edits.get(path);
      return typeof text === "string" ? [{ path, text }] : [];
    });
    return [...same, ...own];
  };
  const isChecked = (path: string) => /\.(mdx?|json|ya?ml)$/i.test(path);
  return {
    paths: async () => {
      const before = await reader.paths();
      const added = [...edits.keys()].filter((path) => !before.includes(path) && isChecked(path));
      return [...before, ...added].filter((path) => !isGone(path)).sort();
    },
    ...(reader.assets ? { assets: async () => edited((await reader.assets?.()) ?? []) } : {}),
    read: async (path) => (await readMany([path]))[0] ?? null,
    readMany,
  };
}
