import type { LocalRepository } from "@docsteward/git/local/local-repository";
import { roleOf } from "../repository/file-role.ts";
import { listFiles, readContents } from "../repository/source-repository.ts";
import { alignTranslation, alignVersions } from "./align-sections.ts";
import { type PageCommit, type PageHistory, type PageVersion, readPageHistory } from "./page-history.ts";
import { findPagePairs, languageOf, type PagePair } from "./page-pairs.ts";
import { type PageSection, readSections } from "./page-sections.ts";

/** A section of a translated page whose source was changed, added or removed since. */
export type BehindSection = PagePair & {
  kind: "changed" | "added" | "removed";
  /** Of the source; for a removed section, of the translation. Empty above the first heading. */
  heading: string;
  /** In the source; null for a removed section. */
  sourceLine: number | null;
  /** In the translation; null for an added section. */
  line: number | null;
  /** The commits that changed the source's section since, newest first. */
  commits: Pick<PageCommit, "sha" | "time" | "subject">[];
};

export type BehindInput = {
  repository: LocalRepository;
  /** A commit, as a full id. */
  head: string;
  /** Which translated pages count; all by default. */
  isPage?: (path: string) => boolean;
};

/** Sections that are behind, by page, and how many translated pages were compared. */
export type BehindReport = { pages: number; sections: BehindSection[] };

/**
 * Names the sections of translated pages that are behind their source. A translation is up to date as of the last commit that changed
 * it and not its source; what the source changed later is behind, unless the translation has it already.
 */
export async function findBehindSections({ repository, head, isPage }: BehindInput): Promise<BehindReport> {
  const files = await listFiles(repository, head);
  const paths = files.map(({ path }) => path).filter((path) => roleOf(path) === "page");
  const pairs = findPagePairs(paths).filter(({ page }) => isPage?.(page) ?? true);
  if (pairs.length === 0) return { pages: 0, sections: [] };
  const history = await readPageHistory(repository, head, new Set(pairs.flatMap(({ page, source }) => [page, source])));
  const languages = countLanguages(history);
  const plans = pairs.flatMap((pair) => planPair(pair, history, languages) ?? []);
  const needed = new Set(plans.flatMap(({ page, source }) => [page, ...source].map(({ blob }) => blob)));
  const sections = new Map<string, readonly PageSection[]>();
  await readContents(repository, [...needed], (sha, text) => void sections.set(sha, readSections(text ?? "")));
  return {
    pages: pairs.length,
    sections: plans.flatMap((plan) => comparePair(plan, sections, history)),
  };
}

/** In how many languages each commit changed pages that are translations by their path. */
function countLanguages({ commits }: PageHistory): number[] {
  return commits.map(({ paths }) => new Set(paths.flatMap((path) => languageOf(path) ?? [])).size);
}

/** What has to be compared for a page: its content, and the versions of its source since it was up to date, newest first. */
type Plan = {
  pair: PagePair;
  page: PageVersion;
  source: PageVersion[];
  /** Commits of the source that changed the translation, too. */
  joint: ReadonlySet<number>;
};

const MAX_VERSIONS = 40;

function planPair(pair: PagePair, { versions }: PageHistory, languages: readonly number[]): Plan | null {
  const ofPage = versions.get(pair.page) ?? [];
  const ofSource = versions.get(pair.source) ?? [];
  const page = ofPage[0];
  if (page === undefined || ofSource.length === 0) return null;
  const sources = new Set(ofSource.map(({ commit }) => commit));
  // A commit that changes the source, or several languages in the same way, is no work of a translator.
  const synced =
    ofPage.find(
      ({ commit }, at) => at === ofPage.length - 1 || (!sources.has(commit) && (languages[commit] ?? 0) <= 1),
    ) ?? page;
  const since = ofSource.findIndex(({ commit }) => commit >= synced.commit);
  const end = since < 0 ? ofSource.length : since + 1;
  const source = ofSource.slice(0, end);
  if (source.length < 2) return null;
  const kept = source.length > MAX_VERSIONS ? [...source.slice(0, MAX_VERSIONS - 1), ...source.slice(-1)] : source;
  const joint = new Set(ofPage.map(({ commit }) => commit).filter((commit) => sources.has(commit)));
  return { pair, page, source: kept, joint };
}

function comparePair(
  { pair, page, source, joint }: Plan,
  sections: ReadonlyMap<string, readonly PageSection[]>,
  { commits }: PageHistory,
): BehindSection[] {
  const [now = [], ...older] = source.map(({ blob }) => sections.get(blob) ?? []);
  const translated = sections.get(page.blob) ?? [];
  const base = older.at(-1) ?? now;
  /** Each section of the source now, as it was in the version that is looked at. */
  let places = now.map((_, at) => at);
  const changedBy = now.map(() => [] as number[]);
  let newer = now;
  older.forEach((version, at) => {
    const commit = source[at]?.commit ?? 0;
    const back = alignVersions(newer, version);
    places = places.map((place, section) => {
      const before = place < 0 ? -1 : (back[place] ?? -1);
      const [one, other] = [newer[place], version[before]];
      if (one !== undefined && !isSame(one, other) && !joint.has(commit)) changedBy[section]?.push(commit);
      return before;
    });
    newer = version;
  });
  // The translation mirrors the source as it was; only what came later is looked up in the source of today.
  const own = alignTranslation(base, translated);
  const taken = new Set(own);
  const direct = alignTranslation(now, translated).map((place) => (taken.has(place) ? -1 : place));
  const counterparts = places.map((place, at) => (place < 0 ? (direct[at] ?? -1) : (own[place] ?? -1)));
  const listed = (all: readonly number[]) =>
    all.flatMap((at) => {
      const commit = commits[at];
      return commit === undefined ? [] : [{ sha: commit.sha, time: commit.time, subject: commit.subject }];
    });
  const found: BehindSection[] = [];
  now.forEach((section, at) => {
    const by = changedBy[at] ?? [];
    const was = base[places[at] ?? -1];
    const has = translated[counterparts[at] ?? -1];
    if (by.length === 0 || isSame(section, was) || (has !== undefined && isDone(section, was, has))) return;
    const place = { heading: section.heading, sourceLine: section.line, line: has?.line ?? null };
    found.push({ ...pair, kind: has === undefined ? "added" : "changed", ...place, commits: listed(by) });
  });
  found.push(...findRemoved());
  return found;

  /** Sections of the translation whose source is gone. */
  function findRemoved(): BehindSection[] {
    const kept = new Set(counterparts);
    const left = alignVersions(base, now);
    return base.flatMap((_, at) => {
      const place = own[at] ?? -1;
      const section = translated[place];
      if ((left[at] ?? -1) >= 0 || section === undefined || kept.has(place)) return [];
      const by = source.slice(0, -1).map(({ commit }) => commit);
      if (by.every((commit) => joint.has(commit))) return [];
      const { heading, line } = section;
      return [{ ...pair, kind: "removed" as const, heading, sourceLine: null, line, commits: listed(by.slice(-1)) }];
    });
  }
}

const isSame = (a: PageSection, b: PageSection | undefined) =>
  b !== undefined &&
  a.prose === b.prose &&
  a.heading === b.heading &&
  isSubset(a.kept, b.kept) &&
  isSubset(b.kept, a.kept);

/** Whether a change is one of code and addresses alone, and the translation has it already. */
function isDone(now: PageSection, before: PageSection | undefined, has: PageSection): boolean {
  if (before === undefined || now.heading !== before.heading || now.text !== before.text) return false;
  const added = now.kept.difference(before.kept);
  if (added.size === 0) return false;
  return isSubset(added, has.kept) && before.kept.difference(now.kept).isDisjointFrom(has.kept);
}

const isSubset = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].every((one) => b.has(one));
