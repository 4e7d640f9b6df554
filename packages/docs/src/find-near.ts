const WORD = /[\p{L}\p{N}]{3,}/gu;

/** Of a longer text the first ones say what it is about. */
const MAX_ASKED = 200;

const wordsOf = (text: string) => new Set(text.toLowerCase().match(WORD) ?? []);

/** The things whose description shares words with a text, those that share the most and the rarest first. */
export function findNear<T>(items: readonly T[], describe: (item: T) => string, text: string): T[] {
  const asked = new Set([...wordsOf(text)].slice(0, MAX_ASKED));
  if (asked.size === 0) return [];
  // Nearly everything shares none, which one look tells; cutting all of a large site into words takes the time of a whole job's start.
  const any = new RegExp([...asked].join("|"));
  const described = items.flatMap((item) => {
    const description = describe(item);
    if (!any.test(description.toLowerCase())) return [];
    return [{ item, shared: [...wordsOf(description)].filter((word) => asked.has(word)) }];
  });
  const counts = new Map<string, number>();
  for (const word of described.flatMap(({ shared }) => shared)) counts.set(word, (counts.get(word) ?? 0) + 1);
  // A word that nearly everything is described with says little.
  const weightOf = (word: string) => Math.log(1 + items.length / (counts.get(word) ?? 1));
  return described
    .filter(({ shared }) => shared.length > 0)
    .map(({ item, shared }) => ({ item, score: shared.reduce((sum, word) => sum + weightOf(word), 0) }))
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}
