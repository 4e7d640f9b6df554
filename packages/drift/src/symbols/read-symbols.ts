import { parse } from "yaml";
import { roleOf } from "../repository/file-role.ts";
import { readCodeSymbols } from "./read-code-symbols.ts";
import { readSchemaSymbols } from "./read-schema-symbols.ts";
import type { OnSymbol } from "./symbol.ts";

const OPEN_API = /^["']?openapi["']?\s{0,4}:\s{0,4}["']?3/m;
const HEAD = 4_000;
/** Aliases that a document may resolve: more would make a small one large. */
const MAX_ALIASES = 100;

/** Reads what a file of a source defines, by its path and text alone: code, an OpenAPI document or a JSON Schema. */
export function readSymbols(path: string, text: string, onSymbol: OnSymbol): void {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  if (ending === "json") {
    readSchemaSymbols(
      path,
      parseOrNull(() => JSON.parse(text)),
      onSymbol,
    );
  } else if (ending === "yaml" || ending === "yml") {
    if (!OPEN_API.test(text.slice(0, HEAD))) return;
    // The parser's check of keys compares each with each.
    const options = { maxAliasCount: MAX_ALIASES, logLevel: "silent", uniqueKeys: false } as const;
    const document = parseOrNull(() => parse(text, options));
    readSchemaSymbols(path, document, onSymbol);
  } else if (roleOf(path) === "source") readCodeSymbols(path, text, onSymbol);
}

function parseOrNull(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return null;
  }
}
