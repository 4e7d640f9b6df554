import { getNodeValue } from "jsonc-parser";
import { expect, test } from "vitest";
import { readModule } from "./read-module.ts";

const exportOf = (text: string, path = "sidebars.ts") => {
  const { root } = readModule(path, text);
  return root ? getNodeValue(root) : null;
};

test.each([
  ["an exported object", "export default { a: 'x', 'b-c': [1, true, `y`] };", { a: "x", "b-c": [1, true, "y"] }],
  ["CommonJS", "module.exports = { a: ['x'] };", { a: ["x"] }],
  [
    "constants and spreads",
    "const l = ['x'], o = { k: 'v' };\nexport default { a: [...l, 'y'], ...o };",
    { a: ["x", "y"], k: "v" },
  ],
  ["types", "const s: Config = { a: 'x' } satisfies Config;\nexport default s as Config;", { a: "x" }],
  ["a call around an object", "export default defineConfig({ a: 'x' });", { a: "x" }],
  [
    "functions that give a value",
    "const f = () => ['x'];\nfunction g() { return ['y']; }\nexport default { a: f(), b: g() };",
    { a: ["x"], b: ["y"] },
  ],
  ["what only running would tell", "export default { a: load(1), b: x + 'y', [c]: 1, d() {} };", { a: null, b: null }],
  ["a name that goes round", "const a = b, b = a;\nexport default { a };", { a: null }],
  ["no export", "const a = 1;", null],
  ["no JavaScript", "export default {", null],
])("%s", (_name, text, expected) => {
  expect(exportOf(text)).toEqual(expected);
});

test("JSX is passed over, and lines are those of the file", () => {
  const file = readModule("_meta.tsx", "export default {\n  a: <b>x</b>,\n  c: 'd'\n};\n");

  const properties = file.root?.children ?? [];
  expect(properties.map((node) => file.lineAt(node.offset))).toEqual([2, 3]);
});
