import { expect, test } from "vitest";
import { parsePage } from "./parse-page.ts";

const lines = (...text: string[]) => `${text.join("\n")}\n`;
const faultsOf = (text: string, options = {}) =>
  parsePage("a.md", text, options).problems.flatMap(({ rule, line, isMild }) =>
    rule === "unclosed-fence" ? [isMild ? `${line} mild` : line] : [],
  );

test.each([
  ["the page", lines("# A", "", "```bash", "npm ci", "", "# Build it.", "npm run build")],
  [
    "its list item",
    lines("- Answer", "  ```json", "  {", '    "a": 1', "  }", "", "### Next", "", "```js", "x", "```"),
  ],
  ["its quote", lines("> ```bash", "> npm ci", "", "Then go on with the rest of it.")],
  [
    "the page, of a directive with entries",
    lines("# A", "", "```{toctree}", ":maxdepth: 2", "", "start", "Use <use/index>"),
  ],
])("a block that the end of %s ends, and that holds only code, is a mild fault", (_name, text) => {
  expect(faultsOf(text)).toEqual([expect.stringMatching(/^\d mild$/)]);
});

test.each([
  ["a sentence", ["", "Then go on with the rest of it."]],
  ["a heading", ["", "## Next"]],
  ["a heading right behind the code", ["## Next"]],
  ["a list", ["", "- the first of all"]],
  ["a link", ["", "See [this](b.md)"]],
  ["a table", ["", "| a | b |"]],
  ["text without blanks", ["", "これは文章です。"]],
])("a block without an end that takes in %s is one", (_name, behind) => {
  expect(faultsOf(lines("# A", "", "```bash", "npm ci", ...behind))).toEqual([3]);
});

test("a directive of entries that takes in a sentence is one", () => {
  expect(faultsOf(lines("```{toctree}", "start", "", "Here is what it does:"))).toEqual([1]);
});

test("a fence behind which nothing stands is a mild fault, and where text and code change places it is one", () => {
  expect(faultsOf(lines("```js", "x", "```", "", "```"))).toEqual(["5 mild"]);
  expect(faultsOf(lines("- Do:", "", "  ```", "", "Next."))).toEqual(["3 mild"]);
  expect(faultsOf(lines("```js", "x", "", "Text.", "", "```js", "y", "```"))).toEqual([1]);
});

test("Python-Markdown and kramdown take a block without an end for text", () => {
  const text = lines("# A", "", "```bash", "npm ci");
  expect(faultsOf(text, { isMkdocs: true })).toEqual([3]);
  expect(faultsOf(text, { isJekyll: true })).toEqual([3]);
});

test("a note that one fence closes together with the code in it is a mild fault while all fences pair up", () => {
  const text = ["```{note}", "Only for plans:", "", "```python", "a()", "```", "", "Then:", "", "```sh", "b", "```"];
  expect(faultsOf(lines(...text))).toEqual(["1 mild"]);
  expect(faultsOf(lines(...text, "", "```python", "c()", "", "Then go on with the rest of it."))).toEqual([1, 14]);
  expect(faultsOf(lines("```{code-block} md", ...text.slice(1)))).toEqual([1]);
});

test("a tag of Liquid behind a closing fence is no text of it", () => {
  const text = lines("{% raw %}```html", "{% if a %}", "```{% endraw %}", "", "Text.", "```yaml", "a: b", "```");
  expect(faultsOf(text, { isJekyll: true })).toEqual([]);
});

test("a block that its list item ends is not where text and code change places", () => {
  const item = ["1. Do:", "   ```bash", "   npm ci", "", "2. Then:", "   ```js", "   x", "   ```", "", "Text.", ""];
  expect(faultsOf(lines(...item, "```sh", "a", "", "See [this](b.md)"))).toEqual(["2 mild", 12]);
});

test("a fence in a text of code that signs behind its back-ticks end takes in nothing, and without them it does", () => {
  const block = (end: string) =>
    lines("# A", "", "```python", 'text = """', "```html", "{code}", end, '"""', "```", "", "Then go on.");
  expect(faultsOf(block("```\\n\\n"))).toEqual([]);
  expect(faultsOf(block('```"'))).toEqual([]);
  expect(faultsOf(lines("# A", "", "```python", "a = 1", "", "```html", "<p>", "```", "", "Then go on."))).toEqual([3]);
});

test("two stars beside a slash are a pattern of paths, and no bold text", () => {
  const block = (line: string) => lines("# A", "", "```ts", "export default {", "", line, "}");
  expect(faultsOf(block("  files: ['src/**/*.ts'],"))).toEqual(["3 mild"]);
  expect(faultsOf(block("This is **bold** text"))).toEqual([3]);
});
