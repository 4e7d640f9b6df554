/** What speaks for a page. */
export type Evidence = {
  /** Score by words, 0 or more. */
  words: number;
  /** Nearness in meaning of its best passages; NaN where it is not known. */
  meaning: number;
  /** How many passages it has, 1 or more. */
  passages: number;
  naming: Naming;
};

type Weights = {
  words: number;
  meaning: number;
  link: number;
  title: number;
  /** Against a page, for each time that its passages are e times as many: among many, one is near to anything and has any word. */
  passages: number;
};

/** Weight of each kind of evidence. docs/retrieval.md says how they were fitted. */
const WITH_MEANING: Weights = { words: 4, meaning: 0.85, link: 3.97, title: 2.54, passages: 0.37 };
const WITHOUT: Weights = { words: 6.7, meaning: 0, link: 1.8, title: 1.1, passages: 0.31 };

/**
 * Without any of its words a page answers only when it stands out by so many standard deviations, or as far as one of few can,
 * and is not just the least far: what a site says nothing of is nearer to one page than to the others, too.
 */
const MIN_OUTSTANDING = 2.5;
const SHARE_OF_POSSIBLE = 0.8;
const MIN_NEARNESS = 0.3;
/** A difference of evidence that makes a score e times smaller: so scores fall about as those by words do. */
const SOFTNESS = 2.3;

/**
 * Joins what words, meaning and names say of pages into one score each: 0 for pages that neither words nor meaning speak for,
 * and as high for the best page as the best score by words.
 *
 * Meaning counts by how far a page stands out among all pages, for what is near differs from question to question.
 *
 * @param trust from 0 to 1, how well the question's meaning is known; 0 also where no page's is
 */
export function fuseScores(evidence: readonly Evidence[], trust: number): Float64Array {
  const best = evidence.reduce((best, { words }) => Math.max(best, words), 0);
  const standOut = standardize(evidence.map(({ meaning }) => meaning));
  const most = (evidence.length - 1) / Math.sqrt(evidence.length);
  const least = Math.min(MIN_OUTSTANDING, SHARE_OF_POSSIBLE * most);
  const weights = between(WITHOUT, WITH_MEANING, trust);
  const sums = evidence.map(({ words, meaning, passages, naming }, page) => {
    const outstanding = standOut[page] ?? 0;
    if (words === 0 && !(outstanding >= least && meaning >= MIN_NEARNESS)) return Number.NEGATIVE_INFINITY;
    const share = best === 0 ? 0 : words / best;
    return (
      weights.words * share +
      weights.meaning * outstanding +
      weights.link * naming.link +
      weights.title * naming.title -
      weights.passages * Math.log(passages)
    );
  });
  const top = sums.reduce((top, sum) => Math.max(top, sum), Number.NEGATIVE_INFINITY);
  return Float64Array.from(sums, (sum) =>
    sum === Number.NEGATIVE_INFINITY ? 0 : (best || 1) * Math.exp((sum - top) / SOFTNESS),
  );
}

function between(from: Weights, to: Weights, share: number): Weights {
  const mix = (name: keyof Weights) => from[name] + share * (to[name] - from[name]);
  return {
    words: mix("words"),
    meaning: mix("meaning"),
    link: mix("link"),
    title: mix("title"),
    passages: mix("passages"),
  };
}

/** Each value by how many standard deviations it lies above the mean; 0 where it is not known. */
function standardize(values: readonly number[]): number[] {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length < 2) return values.map(() => 0);
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const deviation = Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length);
  return values.map((value) => (Number.isNaN(value) || deviation === 0 ? 0 : (value - mean) / deviation));
}

/** How far a query calls a page by its name, from 0 to 1. */
export type Naming = { title: number; link: number };
