import { isPageFile } from "@docsteward/contract/docs-files";
import type { DocsReader } from "../docs-reader.ts";
import { readReferences } from "../page/read-references.ts";
import { resolveLink } from "../resolve-link.ts";
import { findReference } from "../resolve-reference.ts";
import { decode, pageRoutes } from "../site/page-routes.ts";
import { folderOf, stemOf } from "../site/posix.ts";
import type { Site } from "../site/site.ts";
import type { CheckedSite } from "./finding.ts";
import { anchorsOf } from "./link-rules.ts";

const BATCH = 500;

const LINK = /(?:\]\(\s*<?|\]:\s*<?|\b(?:href|to)=\{?["'])([^\s)>"']+)/g;

/** What a page lost in a change: itself or one of its addresses, or some of its anchors. */
type Loss = { isGone: boolean; anchors: ReadonlySet<string>; needles: string[] };

/**
 * Pages that a change did not touch but may have broken: those with a link that led to what is gone now, or that show or import
 * a file that is.
 *
 * Looked for in the text first, so that only the few that matter are parsed.
 */
export async function affectedPages(
  reader: DocsReader,
  now: CheckedSite,
  base: CheckedSite,
  changed: ReadonlySet<string>,
): Promise<string[]> {
  const losses = new Map<string, Loss>();
  for (const path of changed) {
    const loss = isPageFile(path) ? await lossOf(path, now, base) : null;
    if (loss) losses.set(path, loss);
  }
  const goneFiles = lostFiles(now.site, base.site);
  if (losses.size === 0 && goneFiles.length === 0) return [];
  const needles = [...new Set([...losses.values()].flatMap((loss) => loss.needles))];
  const others = [...now.site.pages.keys()].filter((path) => !changed.has(path));
  const holdsGoneFile = createNameFinder(goneFiles);
  const holdsNeedle = createNameFinder(needles);
  const affected: string[] = [];
  for (let from = 0; from < others.length; from += BATCH) {
    for (const { path, text } of await reader.readMany(others.slice(from, from + BATCH)))
      if (holdsGoneFile(text) || (holdsNeedle(text) && linksToLoss(path, text, base.site, losses))) affected.push(path);
  }
  return affected;
}

/** Names by which a page would show or import a file that is gone: images, code, and pages that are pieces of others. */
function lostFiles(now: Site, base: Site): string[] {
  if (!now.isWhole || !base.isWhole) return [];
  const gone = [...base.otherFiles, ...base.pages.keys()].filter(
    (path) => !now.otherFiles.has(path) && !now.pages.has(path),
  );
  return [
    ...new Set(
      gone.flatMap((path) => {
        const name = path.slice(path.lastIndexOf("/") + 1);
        const imported = isPageFile(path) || !/\.[cm]?[jt]sx?$/.test(name) ? name : name.replace(/\.[^.]+$/, "");
        return [imported, encodeURI(imported)];
      }),
    ),
  ];
}

function linksToLoss(path: string, text: string, base: Site, losses: ReadonlyMap<string, Loss>): boolean {
  for (const match of text.matchAll(LINK))
    if (leadsToLoss(resolveLink(base, path, match[1] ?? ""), losses)) return true;
  const references = base.dialect === "hugo" ? readReferences(text) : [];
  return references.some(({ target }) => leadsToLoss(findReference(base, path, target), losses));
}

function leadsToLoss(
  target: { kind: string; path?: string | null; anchor?: string | null },
  losses: ReadonlyMap<string, Loss>,
): boolean {
  const loss = target.kind === "page" && target.path ? losses.get(target.path) : undefined;
  return loss !== undefined && (loss.isGone || loss.anchors.has(decode(target.anchor ?? "")));
}

async function lossOf(path: string, now: CheckedSite, base: CheckedSite): Promise<Loss | null> {
  const names = goneNames(path, now.site, base.site);
  const isGone = names.length > 0;
  const [before, after] = isGone ? [] : [await anchorsOf(path, base), await anchorsOf(path, now)];
  const anchors = new Set(before && after ? [...before].filter((anchor) => !after.has(anchor)) : []);
  if (!isGone && anchors.size === 0) return null;
  // An anchor may stand percent-encoded in a link, so the sign is all that is sure.
  return { isGone, anchors, needles: isGone ? names : ["#"] };
}

/** Words that a link to the page must have in it, when one of its addresses is gone. */
function goneNames(path: string, now: Site, base: Site): string[] {
  const before = base.pages.get(path);
  if (!before) return [];
  const after = now.pages.get(path);
  const kept = new Set(after ? pageRoutes(after, now) : []);
  const gone = pageRoutes(before, base).filter((route) => !kept.has(route));
  if (after !== undefined && gone.length === 0) return [];
  const stem = stemOf(path);
  const folder = folderOf(stem);
  return [...gone, stem, folder === "" ? stem : folder].map(
    (address) => address.slice(address.lastIndexOf("/") + 1) || "](/",
  );
}

/** A beginning of names: what may follow it, and the longest beginning of a name that it ends with. */
type Beginning = { next: Map<number, Beginning>; fallback: Beginning | null; isName: boolean };

/**
 * Tells whether a text holds one of many names, in one pass over the text however many there are (the way of Aho and Corasick):
 * a change may lose as many names as the site has files, and each page is read for all of them.
 */
function createNameFinder(names: readonly string[]): (text: string) => boolean {
  const root: Beginning = { next: new Map(), fallback: null, isName: false };
  for (const name of names) {
    let at = root;
    for (let index = 0; index < name.length && !at.isName; index += 1) {
      const code = name.charCodeAt(index);
      const following = at.next.get(code) ?? { next: new Map(), fallback: null, isName: false };
      at.next.set(code, following);
      at = following;
    }
    at.isName = true;
  }
  linkFallbacks(root);
  return (text) => {
    let at = root;
    for (let index = 0; index < text.length && !at.isName; index += 1) at = follow(at, text.charCodeAt(index), root);
    return at.isName;
  };
}

function linkFallbacks(root: Beginning): void {
  const queue: Beginning[] = [root];
  for (const at of queue)
    for (const [code, following] of at.next) {
      following.fallback = at === root ? root : follow(at.fallback ?? root, code, root);
      following.isName ||= following.fallback.isName;
      queue.push(following);
    }
}

function follow(from: Beginning, code: number, root: Beginning): Beginning {
  for (let at: Beginning | null = from; at !== null; at = at.fallback) {
    const following = at.next.get(code);
    if (following) return following;
  }
  return root;
}
