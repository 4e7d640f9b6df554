import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { renderPreview } from "../../server/pull-request/render-preview.ts";
import { PreviewNodes } from "./preview-nodes.tsx";

/** A page as the browser would show it. */
function render(text: string, path = "a.mdx"): string {
  const { after } = renderPreview({ path, before: null, after: text });
  return renderToStaticMarkup(createElement(PreviewNodes, { nodes: after?.blocks.map(({ node }) => node) ?? [] }));
}

test("a page keeps its form: headings below those of the dashboard, lists, tables, code", () => {
  const html = render("# One\n\n3. a\n4. b\n\n| x |\n| - |\n| y |\n\n```ts\nlet a = 1;\n```\n");

  expect(html).toContain("<h3");
  expect(html).toContain('<ol start="3"');
  expect(html).toMatch(/<th[^>]*>x<\/th>.*<td[^>]*>y<\/td>/);
  expect(html).toContain("let a = 1;");
});

test("a component is a box with its name and what stands in it", () => {
  const html = render('<Card title="Start">\n  Read **this**.\n</Card>');

  expect(html).toContain("Card");
  expect(html).toContain("title=Start");
  expect(html).toMatch(/<strong[^>]*>this<\/strong>/);
});

test.each([
  ["<script>alert(1)</script>"],
  ["<img src=x onerror=alert(1)>"],
  ['<img src="https://evil.example/x.png" onError={alert(1)} />'],
  ["<iframe src='https://evil.example' />"],
  ['<div dangerouslySetInnerHTML={{ __html: "<img src=x>" }}>a</div>'],
  ["<Card onClick={() => alert(1)} style={{ background: 'url(https://evil.example)' }} />"],
  ["![x](https://evil.example/x.png)"],
  ["[a](javascript:alert(1))"],
  ['<a href="javascript:alert(1)">a</a>'],
  ["<style>{`@import url(https://evil.example)`}</style>"],
  ["<svg onload={alert(1)}><image href='https://evil.example' /></svg>"],
  ["export default () => fetch('https://evil.example')"],
  ["{fetch('https://evil.example')}"],
])("nothing of %s runs or is fetched", (text) => {
  for (const path of ["a.md", "a.mdx"]) {
    const html = render(text, path);
    const tags = html.match(/<[a-z][^>]*>/g) ?? [];

    expect(tags.join("\n"), path).not.toMatch(/<(?:script|img|iframe|style|object|embed|form|input|image|a)\b/);
    expect(tags.join("\n"), path).not.toMatch(/\s(?:on\w+|style|src|href|srcset|action)=(?!"lucide)/);
  }
});
