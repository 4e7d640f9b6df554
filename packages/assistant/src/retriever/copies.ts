import type { IndexedPage } from "../page/indexed-page.ts";
import type { Hit, Retriever, SearchQuery } from "./retriever.ts";

/** A page that was found, and the pages found behind it that say the same: the same guide of other versions, most often. */
export type DistinctHit = Hit & { copies: IndexedPage[] };

/** So many times the pages that are wanted are looked through: sites with six versions of each page are among the public ones. */
const LOOK_THROUGH = 4;
const MAX_LOOK_THROUGH = 60;
/** A copy that answers about as well may be the newer version. */
const ABOUT_AS_GOOD = 0.95;

/** Searches for pages that say different things: of those that say the same, the newest version of the best takes one place. */
export async function searchDistinct(retriever: Retriever, query: SearchQuery): Promise<DistinctHit[]> {
  const most = Math.max(query.limit, Math.min(MAX_LOOK_THROUGH, query.limit * LOOK_THROUGH));
  return foldCopies(await retriever.search({ ...query, limit: most })).slice(0, query.limit);
}

function foldCopies(hits: readonly Hit[]): DistinctHit[] {
  const groups: Hit[][] = [];
  for (const hit of hits) {
    const group = groups.find(([best]) => best !== undefined && isCopy(best.page, hit.page));
    if (group) group.push(hit);
    else groups.push([hit]);
  }
  return groups.flatMap((group) => {
    const [best] = group;
    if (best === undefined) return [];
    const alike = group.filter(({ score }) => score >= ABOUT_AS_GOOD * best.score);
    const shown = alike.reduce((one, other) => (isNewer(other.page, one.page) ? other : one), best);
    const copies = group.filter((hit) => hit !== shown).map(({ page }) => page);
    return [{ ...shown, score: best.score, isFirstByWords: alike.some((hit) => hit.isFirstByWords), copies }];
  });
}

/** Whether half of the passages of two pages are the same. */
function isCopy(one: IndexedPage, other: IndexedPage): boolean {
  const [own, others] = [passagesOf(one), passagesOf(other)];
  const larger = Math.max(own.size, others.size);
  if (Math.min(own.size, others.size) < larger / 2) return false;
  let same = 0;
  for (const passage of own) if (others.has(passage)) same += 1;
  return same > 0 && same >= larger / 2;
}

/** Shorter passages say too little to tell pages apart. */
const SHORTEST_PASSAGE = 40;
const known = new WeakMap<IndexedPage, ReadonlySet<number>>();

function passagesOf(page: IndexedPage): ReadonlySet<number> {
  const made = known.get(page);
  if (made) return made;
  const long = page.chunks.filter(({ text }) => text.length > SHORTEST_PASSAGE);
  const passages = new Set(long.map(({ text }) => hashWords(text)));
  known.set(page, passages);
  return passages;
}

/** FNV-1a over what a reader sees of a text: links of two versions lead to different places, and lines are cut differently. */
function hashWords(text: string): number {
  let hash = 0x811c9dc5;
  let isDestination = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isDestination) {
      isDestination = code !== 0x29 && code > 0x20;
      continue;
    }
    isDestination = code === 0x28 && text.charCodeAt(at - 1) === 0x5d;
    if (code > 0x20) hash = Math.imul(hash ^ code, 0x01000193);
  }
  return hash >>> 0;
}

const UNRELEASED = /^(?:draft|next|canary|beta|alpha|rc|preview|unstable|dev|main|master|legacy|old|archive)/i;

/** Whether the path of a page names a newer version than that of its copy: where they first differ. */
function isNewer(one: IndexedPage, other: IndexedPage): boolean {
  const [own, others] = [one.path.split("/"), other.path.split("/")];
  const at = own.findIndex((part, place) => part !== others[place]);
  const [part = "", otherPart = ""] = [own[at], others[at]];
  if (UNRELEASED.test(part) !== UNRELEASED.test(otherPart)) return UNRELEASED.test(otherPart);
  // Pages of the current version often stand at an address without one.
  if (own.length !== others.length) return own.length < others.length;
  if (!/\d/.test(part) || !/\d/.test(otherPart)) return false;
  return part.localeCompare(otherPart, "en", { numeric: true }) > 0;
}
