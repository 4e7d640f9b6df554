import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CitationProvider } from "./citations.tsx";
import { StoredAnswer } from "./stored-answer.tsx";

const render = (text: string) => renderToStaticMarkup(createElement(StoredAnswer, { text }));

test("the numbers of sources become chips, and none in code does", () => {
  const html = render("Set it [1][12], as in `list[3]`.\n\n```js\na[4]\n```");

  expect(html.match(/>\d+<\/span>/g)).toEqual([">1</span>", ">12</span>"]);
  expect(html).toContain("list[3]");
  expect(html).toContain("a[4]");
});

test("beside a list of sources they are buttons with a name", () => {
  const value = { chosen: 2, onPoint: () => undefined, onChoose: () => undefined };
  const html = renderToStaticMarkup(
    createElement(CitationProvider, { value }, createElement(StoredAnswer, { text: "A [2]." })),
  );

  expect(html).toMatch(/<button[^>]*aria-label="Source 2"[^>]*aria-pressed="true"/);
});

test("a link that an answer makes for itself is no citation of ours", () => {
  const html = render("[click](https://example.com) [x](javascript:alert(1)) [y](/guides/flags)");

  expect(html).toContain('href="https://example.com"');
  expect(html.match(/href=/g)).toHaveLength(1);
});

test("raw HTML and images are left out", () => {
  const html = render('<img src="https://evil.test/x"> ![chart](https://evil.test/y) <script>alert(1)</script>');

  expect(html).not.toMatch(/<img|<script|evil\.test/);
  expect(html).toContain("[image: chart]");
});
