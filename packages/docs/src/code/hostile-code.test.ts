import { leastCpuMs } from "@docsteward/platform/testing-cpu";
import { expect, test } from "vitest";
import { compareCode, createCodeReader } from "./page-code.ts";

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
    const compare = (text: string) => compareCode({ path, text }, [{ path, text: "# A\n" }], createCodeReader(dialect));
    for (const piece of HOSTILE) {
      const text = (size: number) => piece.repeat(Math.ceil(size / piece.length));
      compare(text(4_000));
      const enoughMs =
        Math.max(await leastCpuMs(() => compare(text(8_000)), { enoughMs: Number.POSITIVE_INFINITY }), 25) * 24;
      const cpuMs = await leastCpuMs(() => compare(text(64_000)), { enoughMs });
      expect(cpuMs, JSON.stringify(piece)).toBeLessThanOrEqual(enoughMs);
    }
  },
);
