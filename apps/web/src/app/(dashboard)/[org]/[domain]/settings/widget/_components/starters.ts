import type { WidgetSettings } from "@docsteward/contract/widget";

type Starters = WidgetSettings["starters"];

/** Reads example questions, one per line: `/guides How do I …?` is offered below `/guides`, a line without a path everywhere. */
export function parseStarters(text: string): Starters {
  return text.split("\n").flatMap((line) => {
    const words = line.trim().split(" ");
    const [first = ""] = words;
    const path = first.startsWith("/") ? first : null;
    const question = (path === null ? words : words.slice(1)).join(" ").trim();
    return question === "" ? [] : [{ question, path }];
  });
}

/** Writes example questions as {@link parseStarters} reads them. */
export function formatStarters(starters: Starters): string {
  return starters.map(({ question, path }) => (path === null ? question : `${path} ${question}`)).join("\n");
}
