import { expect, test } from "vitest";
import { parsePage } from "./parse-page.ts";

const lines = (...text: string[]) => `${text.join("\n")}\n`;
const faultsOf = (text: string, path = "a.md") =>
  parsePage(path, text).problems.flatMap(({ rule, line, column }) =>
    rule === "unclosed-fence" ? [`${line}:${column}`] : [],
  );

test("a block that takes in the next opening fence lost its closing one", () => {
  expect(faultsOf(lines("```bash", "npm ci", "", "Then:", "", "```js", "start();", "```"))).toEqual(["1:1"]);
});

test("it is found in a list, in a quote, in a tab that Markdown alone reads as code, and with tildes", () => {
  expect(faultsOf(lines("1. Do:", "", "   ```bash", "   npm ci", "", "   ```js", "   x", "   ```"))).toEqual(["3:4"]);
  expect(faultsOf(lines("> ```bash", "> npm ci", ">", "> ```js", "> x", "> ```"))).toEqual(["1:3"]);
  expect(faultsOf(lines('=== "npm"', "", "    ```bash", "    npm ci", "", "    ```js", "    x", "    ```"))).toEqual([
    "3:5",
  ]);
  expect(faultsOf(lines("~~~bash", "a", "", "~~~~js title=x", "b", "~~~~"))).toEqual(["1:1"]);
});

test("it is found on a page that does not parse because of it", () => {
  const text = lines("<Tab>", "```bash", "npm ci", "</Tab>", "<Tab>", "```js", "x", "```", "</Tab>");

  expect(faultsOf(text, "a.mdx")).toEqual(["2:1"]);
  expect(faultsOf(lines("<Tab>", "```bash", "npm ci", "</Tab>"), "a.mdx")).toEqual(["2:1"]);
});

test("where text and code have changed places since, the finding names the block from which they have", () => {
  const text = lines("```", "a", "", "One.", "", "```", "b", "```", "", "Two.", "", "```", "c", "```");

  expect(faultsOf(text)).toEqual(["1:1"]);
  expect(faultsOf(lines("```js", "a", "```", "", "One.", "", "```", "b"))).toEqual(["7:1"]);
});

test.each([
  ["a longer fence around", lines("````md", "```js", "x", "```", "````")],
  ["tildes around", lines("~~~md", "```js", "x", "```", "~~~")],
  ["an indented fence in a doc comment", lines("```python", "def f():", '    """', "    ```js", "    ```", "```")],
  ["a comment of Rust", lines("```rust", "/// ```rust", "/// x", "/// ```", "```")],
  ["a comment around", lines("<!--", "```js", "x", "``` -->", "", "```ts", "y", "```")],
  ["code in a line", lines("```js", "x", "```", "", "Write ```js``` for code.")],
  ["an end that is further in than its beginning", lines("- a", "", "  ```js", "  x", "   ```")],
])("%s is no fault", (_name, text) => {
  expect(faultsOf(text)).toEqual([]);
});

test("a closing fence of MDX may be indented further than its opening one", () => {
  const text = lines("- a", "", "  ```js", "  x", "        ```", "", "```js", "y", "```");
  expect(faultsOf(text, "a.mdx")).toEqual([]);
  expect(faultsOf(text)).toEqual(["3:3"]);
});

test("a block of Markdown may begin with the fence that it shows, where all is closed behind it", () => {
  const shown = lines("```markdown", "```mermaid", "a --> b ```", "```", "", "Text.");
  expect(faultsOf(shown)).toEqual([]);
  expect(faultsOf(`${shown}\n\`\`\`sh\nnpm ci\n`)).not.toEqual([]);
  expect(faultsOf(lines("```bash", "```mermaid", "a --> b", "```"))).toEqual(["1:1"]);
  expect(faultsOf(lines("```markdown", "Text.", "", "```js", "x", "```"))).toEqual(["1:1"]);
});

test("blocks of code that begin with an empty line are the right way round where text stands between them", () => {
  const block = "```\n\nA B\n\n```\n\nThe two letters stand for two words:\n\n";
  const page = `# Codes\n\n${block.repeat(3)}\`\`\`\n\n## Practice\n\nWhat does the code stand for?\n`;
  expect(faultsOf(page)).toEqual(["27:1"]);
});
