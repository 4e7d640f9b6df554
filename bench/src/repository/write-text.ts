import type { Random } from "./random.ts";
import { ADJECTIVES, NOUNS, VERBS } from "./words.ts";

/** A sentence such as "The primary cluster restores each stale backup when a session ends." */
export function writeSentence(random: Random): string {
  const phrase = () => `${random.pick(ADJECTIVES)} ${random.pick(NOUNS)}`;
  const ending = random.pick([
    "",
    ` before the ${random.pick(NOUNS)} starts`,
    ` when a ${random.pick(NOUNS)} ends`,
    ` for every \`${random.pick(NOUNS)}_${random.pick(NOUNS)}\``,
    ` unless the ${phrase()} is set to \`${random.int(1, 4096)}\``,
  ]);
  return `The ${phrase()} ${random.pick(VERBS)} each ${phrase()}${ending}.`;
}

export function writeParagraph(random: Random): string {
  return Array.from({ length: random.int(2, 6) }, () => writeSentence(random)).join(" ");
}

/** Two or three words for a title, in title case. */
export function writeTitle(random: Random): string {
  const words = [random.pick(ADJECTIVES), random.pick(NOUNS), random.pick(NOUNS)];
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join(" ");
}

/** Lines of code in no particular language: what matters is their size. */
export function writeCode(random: Random, lines: number): string {
  return Array.from({ length: lines }, () => {
    const indent = "  ".repeat(random.int(0, 3));
    return `${indent}${random.pick(NOUNS)}_${random.pick(NOUNS)} = ${random.pick(VERBS)}("${random.pick(NOUNS)}", ${random.int(0, 9999)})`;
  }).join("\n");
}
