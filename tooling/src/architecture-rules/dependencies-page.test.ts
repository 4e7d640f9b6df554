import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../root.ts";

type Manifest = Partial<Record<(typeof KINDS)[number], Record<string, string>>>;

const KINDS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;

/** The manifests of the workspace; `bench` has one of its own. */
const MANIFESTS = ["package.json", ...globSync("{apps,packages,testing}/*/package.json", { cwd: ROOT })].concat(
  ["tooling", "scenarios", "e2e"].map((folder) => `${folder}/package.json`),
);

/** The packages of npm that a manifest names itself. */
async function namesIn(path: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(ROOT, path), "utf8")) as Manifest;
  const names = KINDS.flatMap((kind) => Object.keys(manifest[kind] ?? {}));
  return names.filter((name) => !name.startsWith("@docsteward/"));
}

/** What the tables of a page name in their first column. */
const namesOn = (page: string) =>
  page
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));

/** The names that the other list lacks. `@scope/*` stands for all packages of its scope. */
function missingIn(others: readonly string[], names: readonly string[]): string[] {
  const isSame = (a: string, b: string) =>
    a === b ||
    [
      [a, b],
      [b, a],
    ].some(([all = "", one = ""]) => all.endsWith("/*") && one.startsWith(all.slice(0, -1)));
  return [...new Set(names)].filter((name) => !others.some((other) => isSame(name, other))).sort();
}

const page = await readFile(join(ROOT, "docs/dependencies.md"), "utf8");
// What was tried and not taken is named behind these tables.
const named = namesOn(page.slice(0, page.indexOf("## Kept ours")));
const used = (await Promise.all(MANIFESTS.map(namesIn))).flat();

test("docs/dependencies.md names every package that a manifest of the workspace names", () => {
  expect(MANIFESTS.length).toBeGreaterThan(20);
  expect(missingIn(named, used)).toEqual([]);
});

test("docs/dependencies.md names no package twice, and none that no manifest names", () => {
  expect(missingIn(used, named)).toEqual([]);
  expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([]);
});
