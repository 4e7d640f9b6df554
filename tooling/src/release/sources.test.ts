import { expect, test } from "vitest";
import { toJavaScript } from "./sources.ts";

test("a source becomes JavaScript: without types, with imports of .js, and every line at its place", () => {
  const source = [
    `import { readFile } from "node:fs/promises";`,
    `import type { Gone } from "./gone.ts";`,
    `import { type Also, kept } from '../kept.ts';`,
    `export { again } from "#server/again.ts";`,
    `export const name: string = "./not-an-import.ts";`,
    `export const load = async (path: string): Promise<Gone> => [await import("./later.ts"), await import(path)] as never;`,
  ].join("\n");
  const { code, imports } = toJavaScript(source, "packages/some/src/source.ts");

  expect(imports).toEqual(["node:fs/promises", "../kept.ts", "#server/again.ts", "./later.ts"]);
  const lines = code.split("\n").map((line) => line.replace(/\s+/g, " ").trim());
  expect(lines).toEqual([
    `import { readFile } from "node:fs/promises";`,
    "",
    `import { kept } from "../kept.js";`,
    `export { again } from "#server/again.js";`,
    `export const name = "./not-an-import.ts";`,
    `export const load = async (path ) => [await import("./later.js"), await import(path)] ;`,
  ]);
});
