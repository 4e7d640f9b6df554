/** What the filter asks about the links it finds. */
export type LinkRules = {
  /** The address to put in the place of a link's destination, or null when the link must go. */
  link(destination: string): string | null;
  /** Whether an image may be loaded from here. `words` are its own: they are said in its place when it may not. */
  image(address: string, words: string): boolean;
  /** Whether a bare mail address may stand. */
  mail(address: string): boolean;
  /** Whether an address may stand in code, where it is no link, but where people copy it from. */
  inCode(address: string): boolean;
  /** The number by which a reader knows the source that the model calls `[3]`; null where there is no such source. */
  citation(number: number): number | null;
  /** Called for a word in double brackets, such as `[[unanswered]]`; true takes it out of the text. */
  mark(word: string): boolean;
};

/**
 * What a reader made of the text at a place: how far it read, and what is to be said instead. `wait` when that cannot be known
 * before more text has come; null when nothing of its kind begins there.
 */
export type Reading = { end: number; text: string } | "wait" | null;

/** A piece of text that may still grow, unless `isEnd`. */
export type Growing = { text: string; isEnd: boolean };

/** What stands where an address was that had to go. */
export const REMOVED = "…";

/** No link is longer: what looks like the beginning of one and goes on and on is none. */
export const MAX_LINK = 2_000;

/** What may stand before the first word of a line. */
export const LINE_START = /^(?:[\s>*+.)\d-]|\[\^[^\]]*\]:)*$/;
