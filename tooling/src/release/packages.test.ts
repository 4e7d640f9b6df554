import { mkdtempDisposable, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listDependencies, listMembers } from "./dependencies.ts";
import { copyLinks, copyPackages } from "./packages.ts";

const folderFor = () => mkdtempDisposable(join(tmpdir(), "docsteward-packages-"));
const all = await listDependencies(await listMembers());
const find = (name: string) => all.filter((dependency) => dependency.name === name);

test("a package is copied to its place with its licence, without types, documentation and maps", async () => {
  await using target = await folderFor();
  const [dependency] = find("pg-pool");
  const folder = dependency?.folder ?? "";

  await copyPackages(find("pg-pool"), new Set(), target.path);

  const files = await readdir(join(target.path, folder), { recursive: true });
  expect(files).toEqual(expect.arrayContaining(["package.json", "LICENSE", "index.js"]));
  expect(files.filter((file) => /\.(md|map|d\.[cm]?ts)$/.test(file))).toEqual([]);
});

test("a file that Next reads is copied, whatever its name", async () => {
  await using target = await folderFor();
  const folder = find("pg-pool")[0]?.folder ?? "";

  await copyPackages(find("pg-pool"), new Set([join(folder, "README.md")]), target.path);

  expect(await readdir(join(target.path, folder))).toContain("README.md");
});

test("a release is refused that lacks a package which the web app reads", async () => {
  await using target = await folderFor();
  const traces = new Set(["node_modules/.pnpm/gone@1.0.0/node_modules/gone/index.js"]);

  await expect(copyPackages([], traces, target.path)).rejects.toThrow(
    "The web app needs node_modules/.pnpm/gone@1.0.0/node_modules/gone/index.js, and a release would not have gone.",
  );
});

test("only packages that are shipped can be found in a release", async () => {
  await using target = await folderFor();
  const shipped = new Set(find("pg").map(({ folder }) => folder));

  await copyLinks("packages/db/node_modules", shipped, target.path);

  expect(await readdir(join(target.path, "packages/db/node_modules"))).toEqual(["pg"]);
});
