import { isPageFile } from "@docsteward/contract/docs-files";
import { checkedSite } from "../checks/checked-site.ts";
import type { DocsReader } from "../docs-reader.ts";
import { readSite } from "../read-site.ts";
import { editionsOf, pageEdition } from "../site/page-edition.ts";
import { isBelow, stemOf } from "../site/posix.ts";
import type { Site } from "../site/site.ts";
import { withBase } from "../with-base.ts";
import { moveLinks } from "./move-links.ts";
import { moveEntries } from "./move-navigation.ts";
import { createTextChanges, type Move, type MovePlan, type Undone } from "./move-plan.ts";
import { addRedirects } from "./move-redirects.ts";

/** What to move, and what goes along. */
export type MoveRequest = {
  /** A page, or a folder with all its pages. */
  from: string;
  to: string;
  /** Moves the translations of the pages in the same way. */
  withTranslations: boolean;
  withRedirects: boolean;
};

/**
 * Plans to move a page or a folder of pages with their translations: the new texts of every file that a link, an entry of the
 * navigation or a redirect has to change in, and what only a person can do. Nothing is written.
 *
 * @param files the pages as they are now, and the first commit, from which configuration that is code is read
 */
export async function planMove(
  { reader: files, base }: { reader: DocsReader; base: DocsReader },
  request: MoveRequest,
): Promise<MovePlan> {
  const reader = withBase(files, base);
  const site = await readSite(reader);
  const undone: Undone[] = [];
  const moves = findMoves(site, request, undone);
  const newPath = new Map(moves.map(({ from, to }) => [from, to]));
  const after = await readSite(movedReader(reader, newPath), {
    site,
    changed: new Set(moves.flatMap(({ from, to }) => [from, to])),
  });
  const moved = { before: checkedSite(site, reader), after, newPath };
  const changes = createTextChanges(reader);
  const editable = new Set(await reader.paths());
  // Pages apart, a job is shown what it may write: files of navigation with their parts, and of redirects.
  const isWritable = (path: string) => editable.has(path) && !isPageFile(path);
  const plan: MovePlan = { moves, texts: [], links: 0, entries: [], redirects: [], undone, refusable: [] };
  plan.links = await moveLinks(moved, changes, plan);
  await moveEntries(moved, changes, plan, isWritable);
  if (request.withRedirects) await addRedirects(moved, changes, plan, isWritable);
  const texts = await changes.texts();
  plan.texts = texts.map((one) => ({ ...one, path: newPath.get(one.path) ?? one.path }));
  return plan;
}

function findMoves(site: Site, { from, to, withTranslations }: MoveRequest, undone: Undone[]): Move[] {
  const own = site.pages.has(from)
    ? [{ from, to }]
    : [...site.pages.keys()]
        .filter((path) => isBelow(path, from))
        .map((path) => ({ from: path, to: to + path.slice(from.length) }));
  if (!withTranslations) return own;
  const all = new Map(own.map((move) => [move.from, move]));
  for (const move of own) {
    const { original, version, language } = pageEdition(site, move.from);
    for (const other of editionsOf(site).get(original) ?? []) {
      const edition = pageEdition(site, other);
      if (all.has(other) || edition.version !== version || edition.language === language) continue;
      const target = translatedPath(move, other, edition.language);
      if (target === null) {
        const message = `The translation of ${move.from} was not moved, since its new path is not clear.`;
        undone.push({ path: other, line: null, message });
      } else if (site.pages.has(target))
        undone.push({
          path: other,
          line: null,
          message: `${target} already exists, so this translation was not moved.`,
        });
      else all.set(other, { from: other, to: target });
    }
  }
  return [...all.values()];
}

/** Where a translation goes: what its path shares with the page's at the end is replaced as it was there. */
function translatedPath({ from, to }: Move, other: string, language: string | null): string | null {
  const suffix =
    language !== null && stemOf(other).toLowerCase().endsWith(`.${language}`)
      ? stemOf(other).slice(-language.length - 1)
      : "";
  const [page, twin] = [
    stemOf(from).split("/"),
    stemOf(other)
      .slice(0, suffix === "" ? undefined : -suffix.length)
      .split("/"),
  ];
  let shared = 0;
  while (shared < Math.min(page.length, twin.length) && page.at(-1 - shared) === twin.at(-1 - shared)) shared += 1;
  if (shared === 0) return null;
  const start = page.slice(0, page.length - shared);
  const target = stemOf(to).split("/");
  if (start.some((part, index) => target[index] !== part)) return null;
  const ending = other.slice(stemOf(other).length);
  const path = [...twin.slice(0, twin.length - shared), ...target.slice(start.length)].join("/");
  const changedEnding = to.slice(stemOf(to).length);
  return path + suffix + (from.slice(stemOf(from).length) === ending ? changedEnding : ending);
}

/** The files as they are after the moves alone. */
function movedReader(reader: DocsReader, newPath: ReadonlyMap<string, string>): DocsReader {
  const oldPath = new Map([...newPath].map(([from, to]) => [to, from]));
  const rename = (paths: Iterable<string>) => [...paths].map((path) => newPath.get(path) ?? path);
  const readMany = async (paths: string[]) => {
    const files = await reader.readMany(paths.map((path) => oldPath.get(path) ?? path));
    return files.map(({ path, text }) => ({ path: newPath.get(path) ?? path, text }));
  };
  const { assets } = reader;
  return {
    paths: async () => rename(await reader.paths()),
    ...(assets ? { assets: async () => new Set(rename(await assets.call(reader))) } : {}),
    identify: (path) => reader.identify?.(oldPath.get(path) ?? path),
    read: async (path) => (await readMany([path]))[0] ?? null,
    readMany,
  };
}
