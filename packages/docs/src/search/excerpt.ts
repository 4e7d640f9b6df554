import { termsOf } from "./terms.ts";

const MAX_CHARACTERS = 260;

/** The part of a passage that says most about the terms, in one line. */
export function excerptOf(text: string, terms: string[]): string {
  const lines = text.split("\n").map((line) => line.replace(/\s+/g, " ").trim());
  const hits = (line: string) => {
    const words = termsOf(line);
    return terms.filter((term) => words.some((word) => word.startsWith(term))).length;
  };
  let best = { index: lines.findIndex((line) => line !== ""), hits: 0 };
  for (const [index, line] of lines.entries()) {
    const count = hits(line);
    if (count > best.hits) best = { index, hits: count };
  }
  const joined = lines.slice(Math.max(best.index, 0)).filter(Boolean).join(" ");
  // Terms are letters and digits only, so they need no escaping.
  const first = joined.toLowerCase().search(new RegExp(terms.join("|") || "$", "u"));
  const from = first > MAX_CHARACTERS - 60 ? joined.lastIndexOf(" ", first - 80) + 1 : 0;
  const cut = joined.slice(from, from + MAX_CHARACTERS);
  return `${from > 0 ? "…" : ""}${cut}${from + MAX_CHARACTERS < joined.length ? "…" : ""}`;
}
