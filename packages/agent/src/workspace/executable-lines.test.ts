import { expect, test } from "vitest";
import { executableLines } from "./executable-lines.ts";

test.each([
  'import Tabs from "./tabs"',
  "import { a } from 'b'",
  "import {",
  'import "./side-effect.css"',
  "export const meta = { a: 1 }",
  "export default Layout",
  "<script>alert(1)</script>",
  '<img src="x" onerror="alert(1)" />',
  "<a onClick={() => 1}>x</a>",
  "[click](javascript:alert(1))",
])("sees %s as code", (line) => {
  expect(executableLines(`# Title\n\n${line}\n`)).toEqual([line]);
});

test.each([
  "import your data before you start",
  "export the report as CSV",
  "Call `import x from 'y'` in your code.",
  "Turn it on = better",
])("sees %s as prose", (line) => {
  expect(executableLines(line)).toEqual([]);
});

test("leaves code blocks alone, also longer fences around shorter ones", () => {
  const page = "````md\n```js\nimport a from 'b'\n```\nimport c from 'd'\n````\n\n~~~js\nexport const x = 1\n~~~\n";

  expect(executableLines(page)).toEqual([]);
});
