import { expect, test } from "vitest";
import { parsePage } from "./parse-page.ts";

const rulesOf = (body: string) => parsePage("a.mdx", body).problems.map(({ rule }) => rule);
const namesOf = (body: string) => parsePage("a.mdx", body).undeclared.names.map(({ name }) => name);

test.each([
  "The root $\\sqrt{a^2 + b^2}$ of it.",
  "Both $x_{i}$ and $$y^{2}$$ here.",
  "$$\n\\frac{a}{b} < c\n\n\\sum_{i}\n$$\n",
  "$$ \\frac{a}{b} $$",
])("%j is a formula, and no code", (body) => {
  expect({ rules: rulesOf(body), names: namesOf(body) }).toEqual({ rules: [], names: [] });
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
