import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "./markdown.tsx";

const render = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }));

test("raw HTML is left out", () => {
  const html = render('Hello <script>alert(1)</script> <img src="http://evil.example/x.png" onerror="x">');

  expect(html).not.toMatch(/<script|<img|onerror/);
});

test("an image becomes its words, so nothing is fetched", () => {
  const html = render("![a picture](http://evil.example/x.png)");

  expect(html).not.toContain("evil.example");
  expect(html).toContain("[image: a picture]");
});

test.each(["javascript:alert(1)", "data:text/html,x", "vbscript:x"])("a link to %s leads nowhere", (address) => {
  expect(render(`[click](${address})`)).not.toContain(address);
});

test("an ordinary link opens apart, with no way back", () => {
  const html = render("[site](https://example.com)");

  expect(html).toContain('href="https://example.com"');
  expect(html).toContain("noopener");
});
