import { COMMON_ENGLISH } from "./stop-words.ts";

const SAMPLE = 400;
/** English prose has one in four, other languages by chance one in fifty. */
const SHARE = 0.08;
const ENOUGH_WORDS = 20;

/** Whether words are English ones, told by how many of its commonest are among them; a few words that could be count as such. */
export function isEnglish(text: string): boolean {
  let all = 0;
  let common = 0;
  for (const [word] of text.slice(0, SAMPLE * 8).matchAll(/[A-Za-z\u0080-\uffff]+/g)) {
    all += 1;
    if (COMMON_ENGLISH.has(word.toLowerCase())) common += 1;
    if (all === SAMPLE) break;
  }
  if (all < ENOUGH_WORDS) return common > 0 || /^[^\u0080-\uffff]*$/.test(text);
  return common / all >= SHARE;
}
