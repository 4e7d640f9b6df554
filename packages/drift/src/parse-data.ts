import { parse } from "yaml";

/** An object of a JSON or YAML document. */
export type Node = Record<string, unknown>;

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a JSON document holds; null where it can't be read. */
export const parseJsonOrNull = (text: string): unknown => readOrNull(() => JSON.parse(text));

/** Aliases that a document may resolve: more would make a small one large. */
const MAX_ALIASES = 100;
// The parser's check of keys compares each with each.
const YAML_OPTIONS = { maxAliasCount: MAX_ALIASES, logLevel: "silent", uniqueKeys: false } as const;

/** What a YAML document holds; null where it can't be read. */
export const parseYamlOrNull = (text: string): unknown => readOrNull(() => parse(text, YAML_OPTIONS));

function readOrNull(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return null;
  }
}
