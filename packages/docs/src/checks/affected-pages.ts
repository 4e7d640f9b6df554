import { isPageFile } from "@docsteward/contract/docs-files";
import type { DocsReader } from "../docs-reader.ts";
import { resolveLink } from "../resolve-link.ts";
import { decode, pageRoutes } from "../site/page-routes.ts";
import { folderOf, stemOf } from "../site/posix.ts";
import type { Site } from "../site/site.ts";
import { anchorsOf } from "./broken-anchor.ts";
import type { CheckedSite } from "./finding.ts";

const BATCH = 500;

const LINK = /(?:\]\(\s*<?|\]:\s*<?|\b(?:href|to)=\{?["'])([^\s)>"']+)/g;

/** What a page lost in a change: itself or one of its addresses, or some of its anchors. */
type Loss = { isGone: boolean; anchors: ReadonlySet<string>; needles: string[] };

/**
 * Pages that a change did not touch but may have broken: those with a link that led to what is gone now.
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
  if (losses.size === 0) return [];
  const needles = [...new Set([...losses.values()].flatMap((loss) => loss.needles))];
  const others = [...now.site.pages.keys()].filter((path) => !changed.has(path));
  const affected: string[] = [];
  for (let from = 0; from < others.length; from += BATCH) {
    for (const { path, text } of await reader.readMany(others.slice(from, from + BATCH)))
      if (needles.some((needle) => text.includes(needle)) && linksToLoss(path, text, base.site, losses))
        affected.push(path);
  }
  return affected;
}

function linksToLoss(path: string, text: string, base: Site, losses: ReadonlyMap<string, Loss>): boolean {
  for (const match of text.matchAll(LINK)) {
    const target = resolveLink(base, path, match[1] ?? "");
    const loss = target.kind === "page" ? losses.get(target.path) : undefined;
    if (loss && target.kind === "page" && (loss.isGone || loss.anchors.has(decode(target.anchor ?? "")))) return true;
  }
  return false;
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
