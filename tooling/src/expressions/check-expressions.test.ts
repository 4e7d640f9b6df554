import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { AllowedExpression } from "./allowed-expressions.ts";
import { checkExpressions } from "./check-expressions.ts";

const folders: string[] = [];

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

async function check(files: Record<string, string>, allowed: AllowedExpression[] = []): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), "docsteward-expressions-"));
  folders.push(root);
  const needed = { "apps/.keep": "", "packages/.keep": "" };
  for (const [path, text] of Object.entries({ ...needed, ...files })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return checkExpressions(root, allowed);
}

const FILE = "packages/docs/src/page.ts";

test("an expression whose time grows with its text alone is fine", async () => {
  const source = [
    "const WORD = /^[a-z]+(?: [a-z]+)*$/i;",
    'export const sentence = new RegExp("^" + WORD.source + String.raw`\\.$`, "u");',
    'export const notExpressions = "/(a+)+$/"; // /(a+)+$/',
  ].join("\n");

  expect(await check({ [FILE]: source })).toEqual([]);
});

test.each([
  ["polynomial", "\nexport const blanks = /\\s+$/;", "packages/docs/src/page.ts:2 /\\s+$/", "2nd degree polynomial"],
  ["exponential", "export const a = /^(a|a)*$/.test;", "packages/docs/src/page.ts:1 /^(a|a)*$/", "exponential"],
  ["made of constants", 'const A = "(a|a)*";\nnew RegExp("^" + A + "$");', "page.ts:2 /^(a|a)*$/", "exponential"],
  ["of a schema", 'import { z } from "zod";\nz.string().regex(/^(x+x+)+y$/);', "page.ts:2", "exponential"],
  ["of a component", "export const A = () => <a title={/\\s+$/.source} />;", "page.tsx:1", "2nd degree polynomial"],
])("a %s one is named with its place, its degree and what attacks it", async (_, source, place, degree) => {
  const faults = await check({ [source.includes("<a") ? "packages/docs/src/page.tsx" : FILE]: source });

  expect(faults).toEqual([expect.stringContaining(place)]);
  expect(faults[0]).toContain(degree);
  expect(faults[0]).toMatch(/attacked by .*repeat\(\d+\)/);
});

test.each([
  [
    "an expression made at run time",
    "export const a = (b: string) => new RegExp(b);",
    "new RegExp(b) is built at run time",
  ],
  [
    "one of a global",
    "export const a = (b: string) => globalThis.RegExp(b);",
    "globalThis.RegExp(b) is built at run time",
  ],
  [
    "Node's globs",
    'import { posix } from "node:path";\nposix.matchesGlob("a", "b");',
    "posix.matchesGlob matches globs",
  ],
  ["a package of globs", 'import picomatch from "picomatch";', "matches globs in more than linear time"],
])("%s is a fault", async (_, source, fault) => {
  expect(await check({ [FILE]: source })).toEqual([expect.stringContaining(fault)]);
});

test("what the list allows is fine, and an entry that matches nothing is a fault", async () => {
  const files = { [FILE]: "export const a = (b: string) => [new RegExp(b), /\\s+$/];" };
  const why = "bounded: b is ours";

  expect(
    await check(files, [
      { file: FILE, expression: "new RegExp(b)", why },
      { file: FILE, expression: "/\\s+$/", why },
    ]),
  ).toEqual([]);
  expect(await check({ [FILE]: "export {};" }, [{ file: FILE, expression: "/\\s+$/", why }])).toEqual([
    `${FILE} has no /\\s+$/: remove it from the list of allowed expressions`,
  ]);
});

test("tests, doubles and generated code are left aside", async () => {
  const slow = "export const a = /^(a|a)*$/;";

  expect(
    await check({
      "packages/docs/src/page.test.ts": slow,
      "packages/docs/src/testing-pages.ts": slow,
      "packages/docs/src/generated/client.ts": slow,
      "testing/model-script/src/script.ts": slow,
    }),
  ).toEqual([]);
});
