import { expect, test } from "vitest";
import { added, PAGE, SITES } from "./testing-code.ts";

/** Edits that people ask for every day; where there is nothing to replace, the text goes below the page. */
const EVERYWHERE: readonly (readonly [old: string, young: string])[] = [
  ["Hello there", "Welcome"],
  ["Hello there", "Hello **there**"],
  ["", "## A new section\n\nWith text."],
  ["", "- one\n- two\n  - three"],
  ["", "1. one\n2. two"],
  ["", "| a | b |\n| - | - |\n| 1 | 2 |"],
  ["", "```js\nimport x from 'y'\nexport const a = { b: process.env.X }\n```"],
  ["", "~~~html\n<script>alert(1)</script>\n~~~"],
  ["", '```jsx\n<a onClick={() => alert(1)} href="javascript:x" />\n```'],
  ["", "Call `import x from 'y'` or `{process.env.X}`."],
  ["", "Write `javascript:` addresses never."],
  ["", "JavaScript: the good parts."],
  ["", "Import your data before you export the report."],
  ["", '[a](/guide/install#steps "Title")'],
  ["", "[a](https://example.com/?q=1&b=2)"],
  ["", "[mail](mailto:a@example.com)"],
  ["", "![A picture](/images/a.png)"],
  ["", "[ref][r]\n\n[r]: https://example.com"],
  ["", "> A quote\n> of two lines"],
  ["", "Turn it on = better, one < two, 3 > 2."],
  ["", "Press <kbd>Ctrl</kbd>."],
  ["", '<img src="/a.png" alt="JavaScript: a picture" width="300" />'],
  ["", '<iframe src="https://www.youtube.com/embed/x" title="Video" />'],
  ["", "<details>\n<summary>More</summary>\n\nText\n\n</details>"],
  ["", "Prices begin at $5 and end at $10."],
];
const OF_DIALECT: Record<string, readonly (readonly [string, string])[]> = {
  mintlify: [
    ["", '<Card title="B" icon="star" href="/b">Text</Card>'],
    ["", '<Frame><img src="/a.png" /></Frame>'],
    ["", "Hello {plan} again."],
    ["", "<CardGroup cols={2}></CardGroup>"],
    ["", '<Steps>\n  <Step title="One">Text</Step>\n</Steps>'],
    ["", "{/* a comment */}"],
  ],
  docusaurus: [
    ["Hello there", ":::tip\n\nHi\n\n:::"],
    ["a comment", "another comment"],
    ["", '<TabItem value="npm" default>x</TabItem>'],
    ["# Home", "# Start"],
    ["", "The sum $\\frac{a}{b} + x_{ij}$ is small."],
    ["", "$$\n\\begin{aligned}\n\\frac{\\partial f}{\\partial x} = \\sum_{i}^{n-1} x^{2}\n\\end{aligned}\n$$"],
  ],
  nextra: [
    ["'npm', 'pnpm'", "'npm', 'pnpm', 'yarn'"],
    ["", '<Callout type="info" emoji="💡">Text</Callout>'],
  ],
  fumadocs: [
    ["", '<Card icon={<Rocket />} title="B" href="/b" />'],
    ["", "<Tab value={'npm'}>x</Tab>"],
    ["", '<TypeTable type={{ a: { type: "string", default: "x" } }} />'],
  ],
  mkdocs: [
    ["", "import your data before you start"],
    ["", '!!! warning "Careful"\n\n    Text.'],
    ["", "![b](b.png){ width=200 align=right }"],
    ["", "[Button](a.md){ .md-button }"],
    ["", "## Title { #own-id }"],
    ["", "In a plain site, `{{ x }}` and {{ x }} are text."],
  ],
  vitepress: [
    ["", "::: warning\nText\n:::"],
    ["", "Use `{{ x }}` in a template."],
    ["", '```html\n<p v-html="x">{{ y }}</p>\n```'],
    ["Old words", "New words"],
    ["", "## Title {#own-id}"],
    ["", '<Badge type="tip" text="new" />'],
  ],
};

for (const [site, { path, page }] of Object.entries(SITES)) {
  test.each([...EVERYWHERE, ...(OF_DIALECT[site] ?? [])])(
    `in a page of ${site}, %j may become %j`,
    async (old, young) => {
      const after = old === "" ? `${page}\n${young}\n` : page.replace(old, young);

      expect(after).not.toBe(page);
      expect(await added(site, path, page, after)).toEqual([]);
    },
  );
}

test("a page of plain components and literal attributes may be new", async () => {
  const page = `${PAGE}\n<Card title="A" href="/a" cols={2} isOpen tags={["a", "b"]}>Text</Card>\n`;

  expect(await added("mintlify", "new.mdx", null, page)).toEqual([]);
});
