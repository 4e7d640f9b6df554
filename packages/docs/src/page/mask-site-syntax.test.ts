import { expect, test } from "vitest";
import { parsePage } from "./parse-page.ts";

const rulesOf = (body: string) => parsePage("a.mdx", body).problems.map(({ rule }) => rule);
const namesOf = (body: string) => parsePage("a.mdx", body).undeclared.names.map(({ name }) => name);

test.each([
  "The root $\\sqrt{a^2 + b^2}$ of it.",
  "Both $x_{i}$ and $$y^{2}$$ here.",
  "$$\n\\frac{a}{b} < c\n\n\\sum_{i}\n$$\n",
  "$$ \\frac{a}{b} $$",
  "It takes $$$\\frac{a}{8} = b$$$ at most.",
  "$$$\n\\frac{a}{b} < c\n$$$\n",
  "$$x_{i}$$ stands for the part.",
])("%j is a formula, and no code", (body) => {
  expect({ rules: rulesOf(body), names: namesOf(body) }).toEqual({ rules: [], names: [] });
});

test.each([
  ":::section{.columns.min200}\n\ntext\n\n:::",
  "::video[A film]{#film width=200}",
  "An address :cite[page 3]{index=0} in a line.",
])("%j has attributes between braces, and no code, where the site reads directives", (body) => {
  const { problems, undeclared } = parsePage("a.mdx", body, { readsDirectives: true });

  expect({ problems, names: undeclared.names }).toEqual({ problems: [], names: [] });
  expect(rulesOf(body).length + namesOf(body).length).toBeGreaterThan(0);
});

test("braces without a directive are code", () => {
  const { undeclared } = parsePage("a.mdx", "At 10:{minutes}, and a: {thing}.", { readsDirectives: true });

  expect(undeclared.names.map(({ name }) => name)).toEqual(["minutes", "thing"]);
});

test.each([
  '<MyDialog v-model="open" @close="open = false">\n\n<p>text</p>\n</MyDialog>\n',
  '<my-table\n  :rows="rows"\n  @click="open">\n  <template #empty>\n    <p>text</p>\n  </template>\n</my-table>\n',
])("%j is a component that Vue closes", (body) => {
  expect(parsePage("a.md", body, { isVue: true }).problems).toEqual([]);
  expect(parsePage("a.md", body.replace("</p>\n", "</p></b>\n"), { isVue: true }).problems).toMatchObject([
    { rule: "html-tags" },
  ]);
});

test("code keeps the attributes of Vue", () => {
  const page = parsePage("a.md", '## `<p #top>`\n\n```vue\n<p @click="a">\n```\n', { isVue: true });

  expect(page.headings).toMatchObject([{ text: "<p #top>" }]);
  expect(page.codeFences).toMatchObject([{ text: '<p @click="a">' }]);
});

test("money and shell variables are no formulas", () => {
  expect(namesOf("It costs $5 for {people} and $6 for more.")).toEqual(["people"]);
  expect(namesOf("$$ opens and never closes {people}")).toEqual(["people"]);
  expect(parsePage("a.mdx", "```sh\necho $$ {x}\n```\n\n$$\n{y}\n").codeFences).toMatchObject([
    { text: "echo $$ {x}" },
  ]);
});

test("what begins an admonition or a tab of MkDocs begins nothing in code", () => {
  const page = parsePage("a.md", '```\n!!! note\n=== "Go"\n```\n\n=== "Rust"\n\n    [x](y.md)\n', { isMkdocs: true });

  expect(page.codeFences).toMatchObject([{ text: '!!! note\n=== "Go"' }]);
  expect(page.componentTitles).toEqual(["Rust"]);
  expect(page.links).toMatchObject([{ url: "y.md", line: 8 }]);
});
