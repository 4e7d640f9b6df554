import { leastCpuMs } from "@docsteward/platform/testing-cpu";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StoredAnswer } from "../answer/stored-answer.tsx";
import { findFirstFormatted, Markdown } from "./markdown.tsx";

const MAX_CPU_MS = 2_000;

/** What a model can write to hold up the process that shows it: a summary has 20,000 characters, other texts have more. */
test.each([
  "1) ",
  "- ",
  "> ",
  "=\n",
  "a\n=\n",
  "a\n-\n\n",
  "*_",
  "**a _b ",
  "[",
  "![](",
  "[a][b]",
  "[a](((",
  "`<!-- ",
  "{/*",
  "<a ",
  "&a",
  "|a|b|\n|-|-|\n",
  "|a|b|\n|-|-|\n\n",
  "#\n",
  "# a\n\n",
  "a@b.c ",
  "www.a.b ",
  "\ud800[a](\ud83d)",
  "[^1]: a [^2]\n",
  "word ",
])("many %j are shown without holding up the process", async (piece) => {
  for (const size of [39_000, 400_000]) {
    const text = piece.repeat(size / piece.length);
    for (const component of [Markdown, StoredAnswer]) {
      const cpuMs = await leastCpuMs(() => renderToStaticMarkup(createElement(component, { text })), {
        enoughMs: MAX_CPU_MS,
      });

      expect(cpuMs, `${component.name}, ${size} characters`).toBeLessThan(MAX_CPU_MS);
    }
  }
});

test.each([
  [[10, 20], 0],
  [[60_000, 60_000, 30_000], 1],
  [[10, 200_000], 2],
  [[], 0],
])("of texts of %j characters, those from %i on are read as Markdown", (lengths, first) => {
  expect(findFirstFormatted(lengths)).toBe(first);
});

test("a text that would take long is shown as it was written, and one as people write them as Markdown", () => {
  const html = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }));
  const table = `| a | b | c |\n| - | - | - |\n${"| **one** | `two` | [three](/x) |\n".repeat(60)}`;
  const usual = `${"## A heading\n\n- one **word**\n  - two\n    1. three `code`\n\n> quoted\n\n".repeat(100)}${table}`;

  expect(html("1) ".repeat(7_000))).toContain("1) 1) 1) ");
  expect(html(usual)).toContain("<table");
});
