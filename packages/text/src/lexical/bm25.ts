/** The inverse document frequency of BM25: the fewer documents have a term, the larger. */
export function idf(documents: number, all: number): number {
  return Math.log(1 + Math.max(all - documents + 0.5, 0) / (documents + 0.5));
}

/** How much the length of a document slows the growth of its score. */
export function lengthDamper(
  length: number,
  average: number,
  { saturation, damping }: { saturation: number; damping: number },
): number {
  return saturation * (1 - damping + (damping * length) / average);
}

/** What the occurrences of a term in a document add up to: each further one adds less. */
export function saturate(times: number, saturation: number, damper: number): number {
  return (times * (saturation + 1)) / (times + damper);
}
