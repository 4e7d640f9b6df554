import type { Random } from "./random.ts";

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

const words = (text: string) => text.split(" ");

/** What the sentences of generated pages are made of. */
export const NOUNS = words(
  "cluster node schema query index table region replica backup restore session token webhook endpoint " +
    "request response payload header client server worker queue job event stream topic partition offset " +
    "consumer producer dashboard project workspace organization role permission policy secret certificate " +
    "domain route gateway proxy cache snapshot migration transaction constraint column row cursor driver " +
    "connection pool timeout retry limit quota metric alert log trace plugin template variable " +
    "environment deployment",
);

const VERBS = words(
  "creates reads updates deletes returns accepts rejects validates configures restarts replaces exports " +
    "imports monitors schedules encrypts signs verifies routes balances archives restores replicates " +
    "compresses streams caches invalidates rotates upgrades installs",
);

const ADJECTIVES = words(
  "default optional required distributed local remote primary secondary encrypted temporary persistent " +
    "read-only stale current previous manual automatic incremental regional shared",
);

export const AREAS = words(
  "get-started concepts guides reference api cli sdk deploy operate security integrations " +
    "troubleshooting releases tutorials",
);

export const LANGUAGES = [
  { name: "python", ending: "py" },
  { name: "go", ending: "go" },
  { name: "typescript", ending: "ts" },
  { name: "yaml", ending: "yaml" },
  { name: "json", ending: "json" },
  { name: "bash", ending: "sh" },
] as const;
