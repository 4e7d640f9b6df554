import { expect, test } from "vitest";
import { maskCode } from "./mask-code.ts";

/** What is left of a text when all spaces are taken out. */
const words = (text: string) => maskCode(text).replace(/\s+/g, " ").trim();

test.each([
  ["a `b` c ``d ` e`` f", "a c f"],
  ["a\n```js\nb\n```\nc", "a c"],
  ["- a\n  ```\n  b\n  ```\n- c", "- a - c"],
  ["> ~~~\n> b\n> ~~~\nc", "c"],
  ["````md\n```\nb\n```\n````\nc", "c"],
  ["```js\nnever closed", ""],
  ["a <!-- b\n\nb --> c {/* d */} e", "a c e"],
  ["{/* a\n\n```ts\nb\n``` */}\n\nc", "c"],
  ["```jsx\n{/* b\n```\nc", "c"],
  ["a `{/*` c `*/}` d", "a c d"],
  ["one ` tick\n\nanother ` tick", "one ` tick another ` tick"],
])("%j", (text, left) => {
  expect(words(text)).toBe(left);
});

test("keeps every offset, also in CRLF files and beside emoji", () => {
  const text = "🐟 `x`\r\n```\r\ny 🐟\r\n```\r\nz";

  const masked = maskCode(text);

  expect(masked).toHaveLength(text.length);
  expect(masked.indexOf("z")).toBe(text.indexOf("z"));
  expect(masked.split("\r\n")).toHaveLength(5);
});

test("takes no longer than it should for a line of many backticks", () => {
  const text = "`a ``b ".repeat(3_000);

  expect(maskCode(text)).toHaveLength(text.length);
});
