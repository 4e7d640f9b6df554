import { expect, test } from "vitest";
import { retrieverOf } from "../testing.ts";
import { cutExcerpt, type Highlighter } from "./highlights.ts";

const site = retrieverOf({
  "index.md": "# Home\n\nThe configuration of `maxHeaderSize` in Übersicht.\n",
  "zh.md": "# 安装\n\n安装依赖，然后使用useState钩。\n",
});

const mark = (text: string, ranges: { start: number; end: number }[]) =>
  ranges.reduceRight(
    (marked, { start, end }) => `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`,
    text,
  );

test.each([
  ["configuring", "Configurations are configured.", "[Configurations] are [configured]."],
  ["confgiuratoin", "The configuration.", "The [configuration]."],
  ["header", "Set maxHeaderSize, not the head.", "Set [maxHeaderSize], not the head."],
  ["ubersicht", "Übersicht 🚀 Übersicht", "[Übersicht] 🚀 [Übersicht]"],
  ["安装依赖", "先安装依赖再用安装", "先[安装依赖]再用[安装]"],
  ["the", "nothing of it", "nothing of it"],
  ["zzqx", "zzqx", "zzqx"],
])("%s is highlighted in its text", async (query, text, marked) => {
  expect(mark(text, (await site).highlighter({ text: query })(text))).toBe(marked);
});

const findX: Highlighter = (text) =>
  Array.from(text.matchAll(/needle/g), ({ index }) => ({ start: index, end: index + 6 }));

test("an excerpt is plain text around what is found, cut between words", () => {
  const filler = "some words ".repeat(60);
  const { text, highlights } = cutExcerpt(
    `## Heading\n\n${filler}\n\n- a **needle** and a [needle](/x)\n\n${filler}`,
    findX,
  );

  expect(text.length).toBeLessThanOrEqual(242);
  expect(text).toMatch(/^…(?:some|words) .*a needle and a needle .* (?:some|words)…$/);
  expect(highlights.map(({ start, end }) => text.slice(start, end))).toEqual(["needle", "needle"]);
});

test("an excerpt without a find is the beginning of the passage, and a short one is whole", () => {
  expect(cutExcerpt("# Title\n\n1. A `short` one.", findX)).toEqual({ text: "Title A short one.", highlights: [] });
});

test("an excerpt never ends within a character", () => {
  const { text } = cutExcerpt("🚀".repeat(500), findX);

  expect(text.isWellFormed()).toBe(true);
  expect(text.endsWith("🚀…")).toBe(true);
});
