/** Words that carry no topic, in the languages that documentation is mostly asked in. */
const EMPTY_WORDS = new Set(
  `a about an and any are as at be been but by can could did do does for from get had has have how i if in into is it its me my
  no not of on one or other please same should so some still tell than that the their them then there these they this those to
  too use using was way we were what when where which who why will with without work works would you your hello hi hey thanks thank bye ok okay great
  aber auch das dem den der die dort ein eine es geht ich ist kann man mit oder und warum was wie wo
  avec ce cela ces comment dans de des du est et il le les ou pour pourquoi quoi un une
  como con de del donde el en es esto la las los para por que se su un una y
  a как где почему что это и или для на с в`
    .split(/\s+/)
    .filter(Boolean),
);

/** What makes a question lean on the one before it. */
const LEANING =
  /^(?:and|but|so|or|also|then|what about|how about|why not|same|und|aber|et|mais|y|pero|а|и|что насчёт)(?!\p{L})|(?<!\p{L})(?:it|its|that|this|these|those|them|they|there|the same|one|ones|das|dies|dort|cela|ça|eso|esto|это|там)(?!\p{L})/iu;

const WORD = /[\p{L}\p{N}][\p{L}\p{N}_.\-/]*/gu;
const FEW = 3;
const MAX_CARRIED = 8;

/**
 * Makes a question that can be searched for by itself: one that leans on the conversation ("and in production?") gets the
 * telling words of the question before it.
 *
 * A rule and no model, so that it costs nothing and retrieval starts at once; where it is not enough, the model searches again.
 *
 * @param earlier the questions before it, oldest first
 */
export function condenseQuestion(question: string, earlier: readonly string[]): string {
  const before = earlier.findLast((candidate) => tellingWords(candidate).length > 0);
  if (before === undefined) return question;
  const own = tellingWords(question);
  const isElliptic = own.length < FEW || (LEANING.test(question.trim()) && own.length <= 2 * FEW);
  if (!isElliptic) return question;
  const known = new Set(own.map((word) => word.toLowerCase()));
  const carried = tellingWords(before).filter((word) => !known.has(word.toLowerCase()));
  return [question.trim(), ...carried.slice(0, MAX_CARRIED)].join(" ");
}

/** The words of a text that say what it is about, each once, in their order. */
export function tellingWords(text: string): string[] {
  const words = new Map<string, string>();
  for (const [found] of text.slice(0, 4_000).matchAll(WORD)) {
    const word = found.replace(/[.\-/]+$/, "");
    const key = word.toLowerCase();
    if (!EMPTY_WORDS.has(key) && !words.has(key)) words.set(key, word);
  }
  return [...words.values()];
}
