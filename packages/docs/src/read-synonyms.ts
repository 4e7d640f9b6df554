import type { Node } from "jsonc-parser";
import type { RawFinding } from "./checks/finding.ts";
import type { DocsReader } from "./docs-reader.ts";
import { readJson, textOf } from "./navigation/read-json.ts";

export const SYNONYMS_PATH = ".docsteward/synonyms.json";

const MAX_FILE_CHARACTERS = 100_000;
const MAX_GROUPS = 200;
const MAX_TERMS = 10;
const MAX_TERM_CHARACTERS = 60;

/** The synonyms of a site, from `.docsteward/synonyms.json`. */
export type SiteSynonyms = {
  /** Terms that mean the same, as people write them. */
  groups: string[][];
  /** What is wrong with the file (rule `synonyms`); what is right in it counts all the same. */
  problems: RawFinding[];
};

/** Reads the synonyms: their present text where that may be read, else the earlier one. */
export async function readSynonyms(reader: DocsReader, base: DocsReader | null): Promise<SiteSynonyms> {
  const [file] = await reader.readMany([SYNONYMS_PATH]);
  const [old] = file || !base ? [file] : await base.readMany([SYNONYMS_PATH]);
  return parseSynonyms(old?.text ?? null);
}

function parseSynonyms(text: string | null): SiteSynonyms {
  const synonyms: SiteSynonyms = { groups: [], problems: [] };
  if (text === null) return synonyms;
  const fail = (line: number, message: string) => synonyms.problems.push(problem(line, message));
  if (text.length > MAX_FILE_CHARACTERS) {
    fail(1, `${SYNONYMS_PATH} has more than ${MAX_FILE_CHARACTERS} characters. Remove synonyms.`);
    return synonyms;
  }
  const file = readJson(SYNONYMS_PATH, text);
  if (file.problem) fail(file.problem.line, file.problem.message);
  else if (file.root?.type !== "array")
    fail(1, `${SYNONYMS_PATH} must contain a list of groups, such as [["k8s", "Kubernetes"]].`);
  const groups = file.root?.type === "array" ? (file.root.children ?? []) : [];
  if (groups.length > MAX_GROUPS)
    fail(
      file.lineAt(groups[MAX_GROUPS]?.offset ?? 0),
      `${SYNONYMS_PATH} has more than ${MAX_GROUPS} groups. Remove some.`,
    );
  for (const group of groups.slice(0, MAX_GROUPS)) {
    const terms = termsOf(group);
    if (terms === null)
      fail(
        file.lineAt(group.offset),
        `A group of synonyms must be a list of 2 to ${MAX_TERMS} different terms of at most ${MAX_TERM_CHARACTERS} characters.`,
      );
    else synonyms.groups.push(terms);
  }
  return synonyms;
}

function termsOf(group: Node): string[] | null {
  const nodes = group.type === "array" ? (group.children ?? []) : [];
  const terms = nodes.slice(0, MAX_TERMS + 1).flatMap((node) => textOf(node)?.trim() ?? []);
  const isWhole = terms.length === nodes.length && terms.length >= 2 && terms.length <= MAX_TERMS;
  const isDistinct = new Set(terms.map((term) => term.toLowerCase())).size === terms.length;
  return isWhole && isDistinct && terms.every(isTerm) ? terms : null;
}

/** Text that PostgreSQL can store, with a letter or digit to search for. */
function isTerm(term: string): boolean {
  const isStorable = term.isWellFormed() && !/\p{Cc}/u.test(term);
  return isStorable && term.length <= MAX_TERM_CHARACTERS && /[\p{L}\p{N}]/u.test(term);
}

function problem(line: number, message: string): RawFinding {
  const key = `synonyms ${message}`;
  return { path: SYNONYMS_PATH, line, column: 1, rule: "synonyms", message, severity: "error", key };
}
