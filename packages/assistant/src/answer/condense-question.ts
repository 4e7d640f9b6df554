import { contentWords } from "@docsteward/text/lexical/stop-words";

/** What makes a question lean on the one before it, in scripts that put blanks between words. */
const FOLLOW_UP =
  /^(?:and|but|so|or|also|then|what about|how about|why not|same|und|aber|was ist mit|et|mais|y|pero|а|и|что насчёт)(?!\p{L})|(?<!\p{L})(?:it|its|that|this|these|those|them|they|(?<!(?:is|are|was|were) )there|the same|one|ones|das|dies|dort|cela|ça|eso|esto|это|там)(?!\p{L})/iu;
/** The same in scripts without, where a sentence is one run of letters. */
const LEANING_UNSPACED =
  /^(?:那|还有|還有|或者|同样|では|じゃあ|それ|これ|その|この|あと|また|그럼|그러면|그리고)|[它这這]|那[个個里裡]|呢[?？。]?$|(?:は|について)[?？]$|(?:그|이)(?:것|거|게)/u;
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** A question with more content words than this stands by itself, whatever it begins with. */
const MANY = 6;
const MAX_CARRIED = 8;
/** So many questions back, the conversation was about something else. */
const MAX_EARLIER = 6;
/** A longer question has something pasted into it. What is asked stands before it or after it. */
const LONGEST = { beginning: 3_000, end: 1_000 };

/** A question that search can use without the conversation. */
export type StandaloneQuestion = {
  /** The question, a long one without its middle; with the words carried over, where it has no content words of its own. */
  text: string;
  /** Telling words of the question before, for the search to count for less: the topic may have changed. */
  carried: string;
};

/**
 * Makes a question that can be searched for by itself: one that leans on the conversation ("and in production?") gets the
 * content words of the question before it.
 *
 * A rule, not a model: it costs nothing and retrieval starts immediately. Where it is not enough, the model searches again.
 *
 * @param earlier the questions before it, oldest first
 */
export function condenseQuestion(question: string, earlier: readonly string[]): StandaloneQuestion {
  const text = withoutMiddle(question);
  const own = contentWords(text);
  const before = earlier.slice(-MAX_EARLIER).findLast((candidate) => contentWords(candidate).length > 0);
  if (before === undefined || !isFollowUp(text.trim(), own)) return { text, carried: "" };
  const known = new Set(own.map((word) => word.toLowerCase()));
  const words = contentWords(before).filter((word) => !known.has(word.toLowerCase()));
  const carried = words.slice(0, MAX_CARRIED).join(" ");
  return own.length > 0 ? { text, carried } : { text: `${text.trim()} ${carried}`, carried: "" };
}

function withoutMiddle(question: string): string {
  const { beginning, end } = LONGEST;
  if (question.length <= beginning + end) return question;
  return `${question.slice(0, beginning)}\n${question.slice(-end)}`;
}

function isFollowUp(question: string, own: readonly string[]): boolean {
  if (own.length === 0) return true;
  if (UNSPACED.test(question)) return LEANING_UNSPACED.test(question);
  return own.length === 1 || (own.length <= MANY && FOLLOW_UP.test(question));
}
