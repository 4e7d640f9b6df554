import { expect, test } from "vitest";
import { parsePage } from "./parse-page.ts";

const read = (body: string) => parsePage("a.mdx", body);

test.each([
  ["an import", 'import { a as b } from "x";\n\n{b}', []],
  ["an export of another module", 'export { a as default, b } from "x";', []],
  ["an export", "export const a = 1;\n\n{a}", []],
  ["parameters and patterns", "{[1].map(({ a, b: [c = 1], ...d }, e) => a + c + d + e)}", []],
  ["names within a function", "export function F() { const a = 1; return <b>{a}</b>; }", []],
  ["properties and their names", "{props.a.b}{({ c: 1 }).c}{props?.d}", ["props"]],
  ["a computed property", "{props[key]}", ["props", "key"]],
  ["a question whether a name exists", '{typeof a === "undefined" ? 1 : 2}', []],
  ["attributes and spreads", "<A b={c} {...d} />", ["c", "d"]],
  ["shorthand", "{({ a })}", ["a"]],
  ["a comment", "{/* a */}", []],
])("names of %s", (_name, body, expected) => {
  expect(read(body).undeclared.names.map(({ name }) => name)).toEqual(expected);
});

test("components are found in text, attributes, expressions and exports, by their first name", () => {
  const page = read('import A from "a";\n\n<A.B c={<D />} /> {<E.F />}\n\nexport const G = () => <H />;\n');

  expect(page.components).toEqual(["A", "D", "E", "H"]);
  expect(page.undeclared.components).toEqual([
    { name: "D", line: 3, column: 9 },
    { name: "E", line: 3, column: 20 },
    { name: "H", line: 5, column: 24 },
  ]);
});

test("every way to take a module in is an import", () => {
  const page = read(
    'import "./a.css";\nimport b from "./b";\nexport { c } from "./c";\n\n<img src={require("./d.png")} /> {import("./e")}\n',
  );

  expect(page.imports.map(({ from, line }) => `${line} ${from}`)).toEqual([
    "1 ./a.css",
    "2 ./b",
    "3 ./c",
    "5 ./d.png",
    "5 ./e",
  ]);
});
