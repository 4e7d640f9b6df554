import { expect, test } from "vitest";
import { readModules, readStatedImports } from "./stated-imports.ts";

const read = (text: string, page = "docs/use.md") =>
  readStatedImports(page, text, (module) => module === "tool" || module === "tool.server").map(
    ({ line, written }) => `${line} ${written}`,
  );

test("reads names that blocks of scripts import from a module of the product, over several lines", () => {
  const text = [
    "# Use",
    "```ts",
    'import { createApp, type AppOptions as Options } from "tool";',
    'import { other } from "elsewhere";',
    "import Default, {",
    "  firstName, // the first",
    "  lastName,",
    '} from "tool";',
    "```",
    'Not in code: import { inProse } from "tool"',
  ].join("\n");

  expect(read(text)).toEqual(["3 createApp", "3 AppOptions", "6 firstName", "7 lastName"]);
});

test("reads names that blocks of Python import", () => {
  const text = [
    "```python",
    "from tool import create_app, Options as O",
    "from tool.server import (",
    "    run_server,  # starts it",
    "    stop_server,",
    ")",
    "from elsewhere import other",
    "```",
  ].join("\n");

  expect(read(text)).toEqual(["2 create_app", "2 Options", "4 run_server", "5 stop_server"]);
});

test("leaves out pages and sections about the past, and an import that never ends", () => {
  const block = '```ts\nimport { createApp } from "tool";\n```\n';
  expect(read(block, "docs/migration.md")).toEqual([]);
  expect(read(`## Removed\n\n${block}`)).toEqual([]);
  expect(read("```ts\nimport {\n```\n\ncreateApp\n")).toEqual([]);
});

test("a manifest and a folder of Python name the modules of a repository", () => {
  const modules = (path: string, text = "") => {
    const found: string[] = [];
    readModules(path, text, (module) => found.push(module));
    return found;
  };
  expect(modules("packages/tool/package.json", '{ "name": "@acme/tool" }')).toEqual(["@acme/tool"]);
  expect(modules("package.json", '{ "name": "root", "private": true }')).toEqual([]);
  expect(modules("templates/package.json", "{{ name }}")).toEqual([]);
  expect(modules("src/tool/__init__.py")).toEqual(["tool"]);
  expect(modules("tool/__init__.py")).toEqual(["tool"]);
  expect(modules("src/tool/inner/__init__.py")).toEqual([]);
});
