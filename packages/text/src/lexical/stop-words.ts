const words = (list: string) => new Set(list.split(" "));

/** English words without a topic, and those that only make a question. For ranking: a term among them finds nothing. */
export const STOP_WORDS: ReadonlySet<string> = words(
  "a about above after again all also although am an and any are aren as at be because been before being below between both but by can cannot could couldn did didn do does doesn doing don done down during each either else etc even every for from further get gets getting given gives go goes had has have having he her here hers him his how however i if in into is isn it its itself just let lets like ll make makes many may maybe me might more most much must my need needs neither no nor not now of off often on once one only onto or other others our ours out over own per please quite rather re really s same see shall she should shouldn since so some someone something such t than that the their them then there therefore these they thing things this those though through thus to too toward under until up upon us use used uses using ve very via want wants was wasn way ways we well were weren what whatever when where whether which while who whom whose why will with within without won would wouldn yes yet you your yours help",
);

/** The most common of them. Their share separates English prose from other languages. */
const COMMON_ENGLISH = words(
  "the of to and is are in that this for with you your it can be on not when from by as will have or if an use which how",
);

/** Whether a token is worth indexing. Stop words and single letters make postings long and answers no better. */
export function isContentWord(word: string): boolean {
  return (word.length > 1 || !/[a-z]/.test(word)) && !STOP_WORDS.has(word);
}

const SAMPLE = 400;
/** English prose has one in four, other languages by chance one in fifty. */
const SHARE = 0.08;
const ENOUGH_WORDS = 20;

/** Whether a text is English, by the share of the most common English words. A few words that could be English count as English. */
export function isEnglish(text: string): boolean {
  let all = 0;
  let common = 0;
  for (const word of text.slice(0, SAMPLE * 8).match(/[A-Za-z\u0080-\uffff]+/g) ?? []) {
    all += 1;
    if (COMMON_ENGLISH.has(word.toLowerCase())) common += 1;
    if (all === SAMPLE) break;
  }
  if (all < ENOUGH_WORDS) return common > 0 || /^[^\u0080-\uffff]*$/.test(text);
  return common / all >= SHARE;
}

/** Words without a topic, in the languages that readers ask in most. For questions, as people write them: nothing is stemmed or split. */
const FUNCTION_WORDS = new Set(
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

const WORD = /[\p{L}\p{N}][\p{L}\p{N}_.\-/]*/gu;

/** The words of a question that carry its topic, each once, in their order. */
export function contentWords(text: string): string[] {
  const words = new Map<string, string>();
  for (const [found] of text.slice(0, 4_000).matchAll(WORD)) {
    const word = withoutLastSigns(found);
    const key = word.toLowerCase();
    if (!FUNCTION_WORDS.has(key) && !words.has(key)) words.set(key, word);
  }
  return [...words.values()];
}

function withoutLastSigns(word: string): string {
  let end = word.length;
  while (".-/".includes(word[end - 1] ?? " ")) end -= 1;
  return word.slice(0, end);
}
