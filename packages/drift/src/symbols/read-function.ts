const MAX_SIGNATURE = 200;
const NAME = /^[A-Za-z_$][\w$]*[?!]?$/;

/** A function that others call, as its first line defines it. */
type FoundFunction = { name: string; signature: string };

/** Reads the function that a line defines for others, by the ending of its file; null for any other line. */
export function readFunction(ending: string, line: string): FoundFunction | null {
  const read = READERS[ending];
  if (read === undefined) return null;
  const open = line.indexOf("(");
  const words = (open < 0 ? line : line.slice(0, open)).trim().split(/\s+/);
  const found = read(words, line, open);
  const name = found?.name.split("<", 1)[0] ?? "";
  if (!found || !NAME.test(name) || name.startsWith("_")) return null;
  const signature = found.from < 0 ? "()" : line.slice(found.from).trim().slice(0, MAX_SIGNATURE);
  return { name, signature };
}

/** @returns the name, which type parameters may follow, and where its parameters begin; -1 for none */
type Reader = (words: readonly string[], line: string, open: number) => { name: string; from: number } | null;

const behind = (words: readonly string[], mark: string) => words[words.indexOf(mark) + 1] ?? "";

const readScript: Reader = (words, _, open) => {
  if (words[0] !== "export" || open < 0) return null;
  const mark = words.find((word) => word === "function" || word === "function*");
  if (mark !== undefined) return { name: behind(words, mark), from: open };
  const last = words.at(-1) === "async" ? words.at(-2) : words.at(-1);
  return words[1] === "const" && words[3] === "=" && last === "=" ? { name: words[2] ?? "", from: open } : null;
};

const readPython: Reader = (words, line, open) => {
  const indent = line.length - line.trimStart().length;
  const isDefinition = words[0] === "def" || (words[0] === "async" && words[1] === "def");
  return isDefinition && open > 0 && (indent === 0 || indent === 4) ? { name: behind(words, "def"), from: open } : null;
};

const readGo: Reader = (words, line, open) => {
  if (words[0] !== "func" || open < 0) return null;
  const receiver = words.length === 1 ? line.indexOf(")", open) : -1;
  const from = receiver < 0 ? open : line.indexOf("(", receiver);
  const name = receiver < 0 ? (words[1] ?? "") : line.slice(receiver + 1, Math.max(from, 0)).trim();
  return /^[A-Z]/.test(name) && from > 0 ? { name, from } : null;
};

const readRust: Reader = (words, _, open) =>
  words[0] === "pub" && words.includes("fn") && open > 0 ? { name: behind(words, "fn"), from: open } : null;

const readManaged: Reader = (words, _, open) =>
  words[0] === "public" && words.length > 2 && open > 0 && !words.includes("=") && !words.includes("new")
    ? { name: words.at(-1) ?? "", from: open }
    : null;

const readRuby: Reader = (words, _, open) =>
  words[0] === "def" ? { name: (words[1] ?? "").replace("self.", ""), from: open } : null;

const readKotlin: Reader = (words, _, open) =>
  words.includes("fun") && !words.includes("private") && open > 0 ? { name: behind(words, "fun"), from: open } : null;

const READERS: Record<string, Reader | undefined> = {
  ...Object.fromEntries(
    ["js", "mjs", "cjs", "ts", "mts", "cts", "jsx", "tsx", "vue", "svelte"].map((one) => [one, readScript]),
  ),
  py: readPython,
  go: readGo,
  rs: readRust,
  java: readManaged,
  cs: readManaged,
  php: readManaged,
  rb: readRuby,
  kt: readKotlin,
};
