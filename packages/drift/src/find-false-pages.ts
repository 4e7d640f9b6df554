import { findMergeBase, type LocalRepository } from "@docsteward/git/local/local-repository";
import { type CodeChange, readCodeChange } from "./change/read-change.ts";
import { readPatchText } from "./change/read-patch.ts";
import { type Corpus, type GivenPage, openCorpus } from "./repository/corpus.ts";
import { roleOf } from "./repository/file-role.ts";
import { listChanges, listPastCommits, readMessages, readPatch } from "./repository/source-repository.ts";
import type { Evidence } from "./score/evidence.ts";
import { explainPage, type Reason } from "./score/explain.ts";
import { weigh } from "./score/features.ts";
import { scoreChange, scorePages } from "./score/model.ts";
import { findAddedNames, findListings } from "./score/siblings.ts";
import { readTogether, type Together } from "./score/together.ts";

/** A page that a change of code makes false. */
export type FalsePage = { path: string; score: number; reasons: Reason[] };

/** What a change of code does to the pages. */
export type DriftReport = {
  /** The commit that the difference begins from: where the branch of the head left the base. */
  base: string;
  head: string;
  /** How likely the change makes pages false, from 0 to 1. */
  likelihood: number;
  /** Best first; empty when the likelihood is below the threshold. */
  pages: FalsePage[];
  /** Why no page is named; null when pages are. */
  silence: string | null;
};

/** What is kept between two calls on one repository: the second reads only what differs. */
export type DriftMemory = { corpus: Corpus | null; together: { commit: string; value: Together } | null };

export type DriftInput = {
  repository: LocalRepository;
  /** Commits, as full ids. */
  base: string;
  head: string;
  /** Which pages of the repository count; all by default. */
  isPage?: (path: string) => boolean;
  /** Pages that are kept elsewhere, in place of those in the repository. */
  pages?: readonly GivenPage[];
  /** From 0 to 1; the lower it is, the more changes raise pages. */
  threshold?: number;
  memory?: DriftMemory;
};

/** Some 8 % of the changes that leave all pages true pass it in the benchmark's first half. */
export const DEFAULT_THRESHOLD = 0.36;
const MAX_PAST_COMMITS = 3_000;
const MAX_PAGES = 5;
/** A page whose score is so far below the best is not named. */
const MIN_SHARE = 0.25;

export const createMemory = (): DriftMemory => ({ corpus: null, together: null });

/**
 * Names the pages that a change of code makes false, from the code's part of the difference alone: pages that the change itself
 * edits are judged as they were before.
 */
export async function findFalsePages(input: DriftInput): Promise<DriftReport> {
  const { repository, head, threshold = DEFAULT_THRESHOLD } = input;
  const base = (await findMergeBase(repository, input.base, head)) ?? input.base;
  const { evidence, corpus, change, difference, together, listings, code } = await collectEvidence({ ...input, base });
  const scored = scorePages(evidence);
  const likelihood = scoreChange(evidence, scored);
  const none = (silence: string): DriftReport => ({ base, head, likelihood, pages: [], silence });
  if (code === 0) return none("The change touches no code.");
  if (change.lines === 0) return none("The change only moves code.");
  if (corpus.pages.size === 0) return none("The repository has no page.");
  const best = scored[0];
  if (best === undefined) return none("No page uses a name that the change touches.");
  if (likelihood < threshold) return none("The change affects no statement of a page.");
  const pages = scored
    .slice(0, MAX_PAGES)
    .filter(({ score }) => score >= best.score * MIN_SHARE)
    .map(({ path, score }) => ({
      path,
      score,
      reasons: explainPage(path, {
        corpus,
        change,
        difference,
        evidence,
        listing: listings.get(path),
        together: closest(path, change, together),
      }),
    }))
    .filter(({ reasons }) => reasons.length > 0);
  return pages.length > 0
    ? { base, head, likelihood, pages, silence: null }
    : none("No page uses a name that the change touches.");
}

/** Everything that speaks for a page, before it is weighed. The base is the commit that the difference begins from. */
export async function collectEvidence(input: DriftInput) {
  const { repository, base, head, memory = createMemory() } = input;
  const corpus = await corpusAt(input, memory);
  const changes = await listChanges(repository, base, head);
  const code = changes.filter(({ path }) => ["source", "data", "test"].includes(roleOf(path)));
  const patch = await readPatch(repository, { base, head, paths: code.map(({ path }) => path) });
  const change = readCodeChange(readPatchText(patch));
  const difference = await corpus.compare(code);
  if (memory.together?.commit !== base) {
    const past = await listPastCommits(repository, base, MAX_PAST_COMMITS);
    memory.together = { commit: base, value: readTogether(past) };
  }
  const message = await readMessages(repository, base, head);
  const together = memory.together.value;
  const listings = findListings(corpus, await findAddedNames(repository, code, change));
  const evidence: Evidence = weigh({ corpus, change, difference, together, message, listings });
  return { evidence, corpus, change, difference, together, listings, code: code.length };
}

/** The changed file whose commits changed a page most often. */
function closest(page: string, { files }: CodeChange, together: Together) {
  let best: { path: string; times: number; commits: number } | null = null;
  for (const { path } of files) {
    const { times, commits } = together.countsOf(path, page);
    if (times > (best?.times ?? 0)) best = { path, times, commits };
  }
  return best;
}

async function corpusAt({ repository, base, isPage, pages }: DriftInput, memory: DriftMemory): Promise<Corpus> {
  if (memory.corpus === null) memory.corpus = await openCorpus(repository, base, { isPage, pages });
  else await memory.corpus.moveTo(base);
  return memory.corpus;
}
