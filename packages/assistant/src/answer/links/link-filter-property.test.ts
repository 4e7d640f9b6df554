import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { expect, test, vi } from "vitest";
import { createLinkFilter } from "./link-filter.ts";
import type { LinkRules } from "./link-rules.ts";

// Some thousand texts are read by a reader of Markdown, on whatever machine this is.
vi.setConfig({ testTimeout: 120_000 });

const KNOWN = new Set(["/guide", "/guide#ssr", "https://nodejs.org/api"]);
const rules: LinkRules = {
  link: (destination) => (KNOWN.has(destination) ? destination : null),
  image: (address) => address === "/logo.svg",
  mail: (address) => address === "help@harbor.test",
  inCode: (address) => address.startsWith("https://nodejs.org"),
  citation: (number) => (number <= 3 ? number : null),
  mark: (word) => word === "unanswered",
};
const MAY_STAND = new Set([...KNOWN, "/logo.svg", "mailto:help@harbor.test"]);

/** What Markdown is made of, and what an attacker would put into it. */
const PIECES = [
  ..."\n\n\n\n\n\n  `*_~<>[]()!:|\\-#=&".split(""),
  ...[
    "\n\n",
    "\n> ",
    "\n- ",
    "\n1. ",
    "\n2. ",
    "\n  ",
    "\n    ",
    "\n\t",
    "\n   ",
    "> ",
    "- ",
    "10. ",
    "\n>> ",
    "\n- > ",
  ],
  ...[
    "```",
    "```",
    "``",
    "~~~",
    "~~~~",
    "````",
    "\n```\n",
    "\n~~~\n",
    "\n> ```\n",
    "\n- ```\n",
    "\n    ```\n",
    "```js\n",
  ],
  ...[
    "\n|---|---|\n",
    "\n| a | b |",
    " | ",
    "|",
    "\n---\n",
    "\n# ",
    "[^x]",
    "\n[^x]: ",
    "\n[e]: ",
    "[e]",
    "[ ] ",
    "\r\n",
  ],
  ...[
    "![x](//evil.com/?q=s)",
    "[x](javascript:alert(1))",
    "[x](https://evil.com)",
    "<img src=//evil.com>",
    "[9]",
    "[2]",
    "[2]: //evil.com",
    "\r[2]://evil.com",
    "[2][2]",
  ],
  ...[
    "https://evil.com/x",
    "www.evil.com",
    "https:",
    "//evil.com",
    "http",
    "s://evil.com",
    "](//evil.com)",
    "[x",
    "![",
    "<b",
  ],
  ...[
    "<div>",
    "<pre>",
    "</pre>",
    "<kbd>",
    "<script",
    "<!--",
    "-->",
    "<b =>",
    "=",
    '"',
    "<https://evil.com>",
    "[[unanswered]]",
  ],
  ...["eve@evil.com", "help@harbor.test", "@", "eve", "@evil.com", "mailto:"],
  ...[
    "[the guide](/guide)",
    "![logo](/logo.svg)",
    "https://nodejs.org/api",
    "<https://nodejs.org/api>",
    "\n[g]: /guide\n",
  ],
  ...["word", "a", "b", ".", " and ", "`code`", "\\`", "\\[", "\\\\", "&sol;", "日本"],
];

function randomFrom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return Math.floor((((state ^ (state >>> 13)) >>> 0) / 4_294_967_296) * below);
  };
}

function textOf(seed: number): string {
  const random = randomFrom(seed);
  return Array.from({ length: 3 + random(28) }, () => PIECES[random(PIECES.length)]).join("");
}

function filter(text: string, nextSize: () => number): string {
  const { push, end } = createLinkFilter(rules);
  let said = "";
  for (let at = 0; at < text.length; ) {
    const size = nextSize();
    said += push(text.slice(at, at + size));
    at += size;
  }
  return said + end();
}

/** Where the text leads or loads from, for a reader that shows HTML too. */
function destinationsOf(text: string): string[] {
  const html = micromark(text, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  });
  return [...html.matchAll(/<[a-z][^>]*?\s(?:href|src)\s*=\s*["']?([^"'\s>]*)/gi)]
    .map(([, destination = ""]) => destination)
    .filter((destination) => !destination.startsWith("#"));
}

const RUNS = 6_000;

test("whatever the text is, all that a reader of Markdown makes a link or an image of was allowed", () => {
  const faults: unknown[] = [];
  for (let seed = 1; seed <= RUNS && faults.length < 6; seed += 1) {
    const text = textOf(seed);
    const said = filter(text, () => text.length);
    const wrong = destinationsOf(said).filter((destination) => !MAY_STAND.has(destination));
    if (wrong.length > 0) faults.push({ seed, text, said, wrong });
  }

  expect(faults).toEqual([]);
});

test("whatever the text is, it comes out the same however it is cut into pieces", () => {
  const faults: unknown[] = [];
  for (let seed = 1; seed <= RUNS / 4 && faults.length < 3; seed += 1) {
    const text = textOf(seed);
    const random = randomFrom(seed + RUNS);
    const whole = filter(text, () => text.length);
    for (const nextSize of [() => 1, () => 1 + random(7)]) {
      const said = filter(text, nextSize);
      if (said !== whole) faults.push({ seed, text, said, whole });
    }
  }

  expect(faults).toEqual([]);
});
