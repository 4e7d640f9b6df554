/** Words that carry no topic, in the languages that documentation is mostly asked in. */
const EMPTY_WORDS = new Set(
  `a about an and any are as at be been but by can could did do does for from get had has have how i if in into is it its me my
  no not of on one or other please same should so some still tell than that the their them then there these they this those to
  too use using was way we were what when where which who why will with without work works would you your hello hi hey thanks thank bye ok okay great
  aber auch das dem den der die dort ein eine es geht ich ist kann man mit oder und warum was wie wo
  avec ce cela ces comment dans de des du est et il le les ou pour pourquoi quoi un une
  como con de del donde el en es esto la las los para por que se su un una y
  a как где почему что это и или для на с в
  为什么 为啥 怎么办 那么 你好 谢谢 なぜ どうして こんにちは ありがとう 왜 어떻게 안녕하세요 감사합니다`
    .split(/\s+/)
    .filter(Boolean),
);

/** What makes a question lean on the one before it, in scripts that put blanks between words. */
const FOLLOW_UP =
  /^(?:and|but|so|or|also|then|what about|how about|why not|same|und|aber|was ist mit|et|mais|y|pero|а|и|что насчёт)(?!\p{L})|(?<!\p{L})(?:it|its|that|this|these|those|them|they|(?<!(?:is|are|was|were) )there|the same|one|ones|das|dies|dort|cela|ça|eso|esto|это|там)(?!\p{L})/iu;
/** The same in scripts without, where a sentence is one run of letters. */
const LEANING_UNSPACED =
  /^(?:那|还有|還有|或者|同样|では|じゃあ|それ|これ|その|この|あと|また|그럼|그러면|그리고)|[它这這]|那[个個里裡]|呢[?？。]?$|(?:は|について)[?？]$|(?:그|이)(?:것|거|게)/u;
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

const WORD = /[\p{L}\p{N}][\p{L}\p{N}_.\-/]*/gu;
/** A question with more telling words than this stands by itself, whatever it begins with. */
const MANY = 6;
const MAX_CARRIED = 8;

export type StandaloneQuestion = {
  /** The question; with the words carried over, where it has no telling ones of its own. */
  text: string;
  /** Telling words of the question before, for the search to count for less: the topic may have changed. */
  carried: string;
};

/**
 * Makes a question that can be searched for by itself: one that leans on the conversation ("and in production?") gets the
 * telling words of the question before it.
 *
 * A rule and no model, so that it costs nothing and retrieval starts at once; where it is not enough, the model searches again.
 *
 * @param earlier the questions before it, oldest first
 */
export function condenseQuestion(question: string, earlier: readonly string[]): StandaloneQuestion {
  const before = earlier.findLast((candidate) => tellingWords(candidate).length > 0);
  const own = tellingWords(question);
  if (before === undefined || !isFollowUp(question.trim(), own)) return { text: question, carried: "" };
  const known = new Set(own.map((word) => word.toLowerCase()));
  const words = tellingWords(before).filter((word) => !known.has(word.toLowerCase()));
  const carried = words.slice(0, MAX_CARRIED).join(" ");
  return own.length > 0 ? { text: question, carried } : { text: `${question.trim()} ${carried}`, carried: "" };
}

function isFollowUp(question: string, own: readonly string[]): boolean {
  if (own.length === 0) return true;
  if (UNSPACED.test(question)) return LEANING_UNSPACED.test(question);
  return own.length === 1 || (own.length <= MANY && FOLLOW_UP.test(question));
}

/** The words of a text that say what it is about, each once, in their order. */
export function tellingWords(text: string): string[] {
  const words = new Map<string, string>();
  for (const [found] of text.slice(0, 4_000).matchAll(WORD)) {
    const word = withoutLastSigns(found);
    const key = word.toLowerCase();
    if (!EMPTY_WORDS.has(key) && !words.has(key)) words.set(key, word);
  }
  return [...words.values()];
}

function withoutLastSigns(word: string): string {
  let end = word.length;
  while (".-/".includes(word[end - 1] ?? " ")) end -= 1;
  return word.slice(0, end);
}
