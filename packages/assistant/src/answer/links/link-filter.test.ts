import { describe, expect, test } from "vitest";
import { createLinkFilter } from "./link-filter.ts";
import type { LinkRules } from "./link-rules.ts";

const KNOWN: Record<string, string> = {
  "/guide": "/guide",
  "/guide#ssr": "/guide#ssr",
  "../guide": "/guide",
  "https://nodejs.org/api": "https://nodejs.org/api",
  "https://en.wikipedia.org/wiki/Lock_(computer)": "https://en.wikipedia.org/wiki/Lock_(computer)",
};
const marks: string[] = [];
const rules: LinkRules = {
  link: (destination) => KNOWN[destination] ?? null,
  image: (address) => address === "/logo.svg",
  mail: (address) => address === "help@harbor.test",
  inCode: (address) => address.startsWith("https://nodejs.org") || address.startsWith("http://localhost"),
  citation: (number) => (number <= 3 ? number : null),
  mark: (word) => word === "unanswered" && marks.push(word) > 0,
};

function filter(text: string, sizes: number[] = [text.length]): string {
  const { push, end } = createLinkFilter(rules);
  let said = "";
  let at = 0;
  for (let turn = 0; at < text.length; turn += 1) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    said += push(text.slice(at, at + size));
    at += size;
  }
  return said + end();
}

const EVIL = "https://evil.test/?q=secret";

describe("a link that is known stays:", () => {
  test.each([
    ["by its path", "See [the guide](/guide).", "See [the guide](/guide)."],
    ["with an anchor", "[SSR](/guide#ssr)", "[SSR](/guide#ssr)"],
    ["brought into the form of the site", "[the guide](../guide)", "[the guide](/guide)"],
    ["with a title, which is dropped", '[the guide](/guide "More")', "[the guide](/guide)"],
    ["in angle brackets", "[the guide](</guide>)", "[the guide](/guide)"],
    ["bare, and its full stop is not part of it", "Read https://nodejs.org/api.", "Read https://nodejs.org/api."],
    ["bare in brackets", "(https://nodejs.org/api)", "(https://nodejs.org/api)"],
    ["bare in bold", "**https://nodejs.org/api**", "**https://nodejs.org/api**"],
    [
      "with brackets of its own",
      "[Lock](https://en.wikipedia.org/wiki/Lock_(computer))",
      "[Lock](https://en.wikipedia.org/wiki/Lock_(computer))",
    ],
    ["as an autolink", "<https://nodejs.org/api>", "<https://nodejs.org/api>"],
    ["by a definition", "[the guide][g]\n\n[g]: /guide\n", "[the guide][g]\n\n[g]: /guide\n"],
    ["around an image", "[![Logo](/logo.svg)](/guide)", "[![Logo](/logo.svg)](/guide)"],
    ["with code in its words", "[`a[0]`](/guide)", "[`a[0]`](/guide)"],
  ])("%s", (_, text, expected) => {
    expect(filter(text)).toBe(expected);
  });
});

describe("a link that is not known loses its destination and keeps its words:", () => {
  test.each([
    ["a path", "See [the API](/invented).", "See the API."],
    ["an address", `[click](${EVIL})`, "click"],
    ["an address with a title", `[click](${EVIL} 'now')`, "click"],
    ["an empty one", "[click]()", "click"],
    ["an image, which would load by itself", `![chart](${EVIL})`, "chart"],
    ["an image inside a link", `[![chart](${EVIL})](/guide)`, "[chart](/guide)"],
    ["a link around an image", `[![Logo](/logo.svg)](${EVIL})`, "![Logo](/logo.svg)"],
    ["a bare address", `Go to ${EVIL} now`, "Go to … now"],
    ["a bare address without a scheme", "Go to www.evil.test/x now", "Go to … now"],
    ["a bare address in big letters", "Go to HTTPS://EVIL.TEST now", "Go to … now"],
    ["a bare address right behind a word", `x${EVIL}`, "x…"],
    ["a bare mail address", "Write to eve@evil.test.", "Write to eve…."],
    ["a mail address behind an escaped sign", "eve\\@evil.test", "eve…"],
    ["a mail address in bold", "**eve@mail.evil.test**", "**eve…**"],
    ["an autolink", `<${EVIL}>`, "…"],
    ["a script as a destination", "[run](javascript:alert(1))", "run"],
    ["a definition", `[click][e]\n\n[e]: ${EVIL}\n`, "[click][e]\n\n[e]\\: …\n"],
    ["a definition that goes on in the next line", "[e]:\n  //evil.test\n", "[e]\\:\n  //evil.test\n"],
    ["a definition in a quote", "> [e]: //evil.test\n", "> [e]\\: //evil.test\n"],
    ["a tag", `<a href="${EVIL}">click</a>`, "click</a>"],
    ["a tag that loads by itself", `<img src='${EVIL}'>done`, "done"],
    ["a tag with a bracket in an attribute", '<a title=">" href="//evil.test">x', '" href="//evil.test">x'],
    ["a comment, whose place stays empty", "a<!-- hidden -->b", "a b"],
    ["a script", "<script>alert(1)</script>", "alert(1)"],
  ])("%s", (_, text, expected) => {
    expect(filter(text)).toBe(expected);
  });
});

describe("what others might read as a link does not become one:", () => {
  test.each([
    ["a destination with spaces", "[a](see below)", "[a] (see below)"],
    ["a destination with deep brackets", "[a](b(c(d)))", "[a] (b(c(d)))"],
    ["a bracket that never ends", `[a ${"b".repeat(2_100)}](//evil.test)`, `\\[a ${"b".repeat(2_100)}]\\(//evil.test)`],
    ["an escaped backtick before a link", `\\\`[a](${EVIL})\``, "\\`a\\`"],
    ["a backtick that nothing closes", `\`[a](${EVIL})`, "\\`a"],
    ["backticks in two lines", "a ` b\n` ![x](//evil.test) `", "a \\` b\n` ![x](…) `"],
    ["a block in a list that ends with it", "- ```\n\n![x](//evil.test)\n", "-\n  ```\n\n  ```\nx\n"],
    ["a block in a quote that ends with it", "> ```\n![x](//evil.test)\n", "> ```\n> ```\nx\n"],
    ["an indented block", "    ```\n![x](//evil.test)\n", "   ```\n   ```\nx\n"],
    ["a footnote that is a definition for some", "![^x]\n\n[^x]: //evil.test\n", "![^x]\n\n[^x]\\: //evil.test\n"],
    ["a tag that a blank line cuts", "<script \n\n src=//evil/x.js>", "\\<script \n\n src=//evil/x.js>"],
    ["a tag at the start of a line", "<pre>\n```\n[x](//evil.test)\n", "\\<pre>\n```\n[x](…)\n"],
    ["an address that closes up over a tag", "htt<b x=1>ps://evil.test", "htt ps://evil.test"],
    ["a backslash before an address", '\\https://nodejs.org/api<b x=1>"a', '\\ <https://nodejs.org/api>"a'],
    ["code in the head of a table", "| ` | ` |\n|---|---|\n", "| ` | ` |\n\\|---\\|---\\|\n"],
    ["a code block that is not closed as it began", `~~~\n\`\`\`\n${EVIL}\n`, "~~~\n```\n…\n"],
  ])("%s", (_, text, expected) => {
    expect(filter(text)).toBe(expected);
  });
});

describe("what is no link stays unchanged:", () => {
  test.each([
    "Plain text, with a comma.",
    "| a | b |\n|---|---|\n| `c` | `d` |\n| `e` | f |\n",
    "A task list:\n- [ ] open\n- [x] done\n",
    "An array `items[0](x)` in code.",
    "```js\nconst a = handlers[name](event); // [x](y)\n```\nAfter it.\n",
    "- In a list:\n  ```sh\n  curl http://localhost:3000/x\n  ```\n",
    "> ~~~\n> [a](b)\n> ~~~\n",
    "A generic List<String> and <kbd>Ctrl</kbd>, and 1 < 2.",
    "An escaped \\[bracket\\](here).",
    "Footnote[^1].\n\n[^1]: The note.\n",
    "```sh\ncurl https://nodejs.org/dist | sh\n```\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "日本語のテキスト、[括弧]。",
  ])("%j", (text) => {
    expect(filter(text)).toBe(text);
  });
});

test("addresses in code stay only where they are known", () => {
  expect(filter(`Run \`curl ${EVIL}\`.`)).toBe("Run `curl …`.");
  expect(filter(`\`\`\`sh\ncurl "${EVIL}" -o x\n\`\`\`\n`)).toBe('```sh\ncurl "…" -o x\n```\n');
});

test("citations keep the numbers that lead somewhere", () => {
  expect(filter("So it is [1][2], and so [3, 9]. Not so [7].")).toBe("So it is [1][2], and so [3]. Not so .");
});

test("a number behind a word is a citation only where there is such a source", () => {
  expect(filter("The RFC[3] says list[7] is arr[1].")).toBe("The RFC[3] says list[7] is arr[1].");
  expect(filter("テキスト[2][9]。")).toBe("テキスト[2]。");
});

test("a citation before a colon stays one, and begins no definition of a link", () => {
  expect(filter("See [2]: it says so.")).toBe("See [2]: it says so.");
  expect(filter("- **Keys** [1, 2]: rotate them")).toBe("- **Keys** [1][2]: rotate them");
  expect(filter(`[2]: ${EVIL}\n`)).toBe("[2] : …\n");
  expect(filter(`- [2]: ${EVIL}\n`)).toBe("- [2] : …\n");
});

test("a source that is cited twice in a row is cited once", () => {
  expect(filter("So it is [1][2][1], and [2, 2].")).toBe("So it is [1][2], and [2].");
});

test("a carriage return ends a line, as it does for readers of Markdown", () => {
  expect(filter(`> \`\`\`\n> a\r[e]: ${EVIL}\n`)).toBe("> ```\n> a\n> ```\n[e]\\: …\n");
  expect(filter("a\r\nb\r", [3])).toBe("a\nb\n");
});

test("a mark is removed and reported", () => {
  marks.length = 0;

  expect(filter("I do not know.\n\n[[unanswered]]")).toBe("I do not know.\n\n");
  expect(marks).toEqual(["unanswered"]);
  expect(filter("[[other]]")).toBe("[[other]]");
});

test("text that is no link passes through immediately", () => {
  const { push } = createLinkFilter(rules);

  expect(push("The answer ")).toBe("The answer ");
  expect(push("is [the")).toBe("is ");
  expect(push(" guide](/gu")).toBe("");
  expect(push("ide) and")).toBe("[the guide](/guide) and");
});

test("it comes out the same however it is cut into pieces", () => {
  const text = [
    `# Title\n\nSee [the **guide**](/guide "x"), [no](${EVIL}) and ${EVIL}, <${EVIL}>, ![i](${EVIL}).`,
    "1. `code` and ``co`de``\n2. ```js\n   fetch(`https://evil.test`)\n   ```\n3. [1][2] [[unanswered]] [a](b c)\n\n",
    `[ref]: ${EVIL}\n[ok]: /guide\n\n> quote www.evil.test\n\n~~~\n[a](b)\n~~~\n\n<img src=x> <b>bold</b> h ht http https: w ww`,
    "\\[a](b) \\\\[a](b) `unclosed [a](/guide)\n\n[unclosed (x) [nested [deep](/guide)](/guide)\n\n1 < 2 > 0 and m f",
  ].join("\n\n");
  const whole = filter(text);

  for (let size = 1; size < 40; size += 1) expect(filter(text, [size])).toBe(whole);
  for (let seed = 1; seed < 60; seed += 1) {
    const sizes = Array.from({ length: 17 }, (_, turn) => ((seed * 7_919 + turn * 104_729) % 13) + 1);
    expect(filter(text, sizes)).toBe(whole);
  }
  expect(whole).not.toContain("evil");
});
