import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ORGANIZATION_PLACES, PLACES } from "./palette.tsx";

const DASHBOARD = join(import.meta.dirname, "../../app/(dashboard)");

test.each([
  ["a project", "[org]/[domain]/settings/(sections)", PLACES.map(({ path }) => path.replace(/^settings\//, ""))],
  ["an organization", "settings/[org]", ORGANIZATION_PLACES.map(({ path }) => path)],
])("the palette leads to every page of the settings of %s", async (_, folder, paths) => {
  const entries = await readdir(join(DASHBOARD, folder), { withFileTypes: true });
  const pages = entries.filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name)).map(({ name }) => name);
  // Pages of the organization that were in each project lead on from there.
  const known = new Set<string>([...paths, ...ORGANIZATION_PLACES.map(({ path }) => path)]);

  expect(pages.length).toBeGreaterThan(4);
  expect(pages.filter((name) => !known.has(name))).toEqual([]);
});
