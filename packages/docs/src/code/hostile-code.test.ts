import { expect, test } from "vitest";
import { compareCode } from "./page-code.ts";

const HOSTILE = [
  "x{a}",
  "{\\a}",
  "{#a",
  "{",
  "}",
  "{{",
  "<",
  "<a ",
  '<a b="',
  "<script>",
  "<script ",
  "](",
  "](:",
  "]:&#9;",
  "`",
  "```\n",
  "~~~\n```\n",
  "{=",
  "{ a=<",
  "import {\n",
  "export const a = [\n",
  "&#",
  "<!--",
  "$",
  "{%",
  "<<<\n",
  "<a b='\"<",
  "[x](javascript:",
  "\\",
  "- ",
  "> ",
  "*_",
  "|",
  "&colon;",
  "a: &a\n",
  "<Card {...x} ",
];

test.each(["page.mdx", "docs/page.md", "mkdocs.yml", "docs.json"])(
  "the cost of hostile text in %s grows with its length alone",
  async (path) => {
    const dialect = { mdxFolders: [], vueFolders: ["docs"], hasTemplates: true };
    const cost = (text: string) => {
      const before = process.threadCpuUsage();
      compareCode({ path, text }, [{ path, text: "# A\n" }], dialect);
      const { user, system } = process.threadCpuUsage(before);
      return user + system;
    };
    for (const piece of HOSTILE) {
      const text = (size: number) => piece.repeat(Math.ceil(size / piece.length));
      cost(text(4_000));
      const most = Math.max(cost(text(8_000)), 25_000) * 24;
      let least = Number.POSITIVE_INFINITY;
      // Collected garbage and a busy machine make some readings dear, so the cheapest of a few counts.
      for (let reading = 0; reading < 8 && least > most; reading += 1) least = Math.min(least, cost(text(64_000)));
      expect(least, JSON.stringify(piece)).toBeLessThanOrEqual(most);
    }
  },
);
