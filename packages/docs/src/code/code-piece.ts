import { folderOf, joinPath } from "../site/posix.ts";

/** What a piece of code is: each kind is refused with its own words. */
export type CodeKind =
  | "expression"
  | "attribute"
  | "import"
  | "export"
  | "include"
  | "element"
  | "handler"
  | "address"
  | "template"
  | "setting";

/** A construct of a page or a settings file that runs, loads or includes something when the site is built or read. */
export type CodePiece = {
  kind: CodeKind;
  /** Line of the file, from 1. */
  line: number;
  /** The construct as the file has it. */
  text: string;
  /** The same for two constructs that do the same: kind and text without differences of white space. */
  key: string;
};

const NAMES: Record<CodeKind, string> = {
  expression: "an expression",
  attribute: "an attribute that is not a plain value",
  import: "an import",
  export: "an export",
  include: "an include of another file",
  element: "an element that runs or loads code",
  handler: "an attribute that runs code",
  address: "an address that runs code",
  template: "template code",
  setting: "a setting that runs or loads code",
};

/** What a kind is called in a sentence. */
export const nameOfKind = (kind: CodeKind): string => NAMES[kind];

/** @param keyText what the key is made of, where that is not the text */
export function toPiece(kind: CodeKind, line: number, text: string, keyText = text): CodePiece {
  return { kind, line, text, key: `${kind} ${keyText.replace(/\s+/g, " ").trim()}` };
}

/** Tells the line of an offset. Offsets may come in any order. */
export function createLineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

/** An import as a piece, whose key is the same for pages in different folders that import the same file. */
export function toImport(path: string, line: number, text: string): CodePiece {
  const plain = text.trim().replace(/;$/, "");
  const quote = plain.at(-1) ?? "";
  const open = plain.lastIndexOf(quote, plain.length - 2);
  if ((quote !== '"' && quote !== "'") || open < 0) return toPiece("import", line, text);
  const name = plain.slice(open + 1, -1);
  const place = name.startsWith(".") ? (joinPath(folderOf(path), name) ?? name) : name;
  return toPiece("import", line, text, `${plain.slice(0, open)}"${place}"`);
}
