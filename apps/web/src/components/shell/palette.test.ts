import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PLACES } from "./palette.tsx";

const SETTINGS = join(import.meta.dirname, "../../app/(dashboard)/[org]/[domain]/settings/(sections)");

test("the palette leads to every page of the settings", async () => {
  const folders = await readdir(SETTINGS, { withFileTypes: true });
  const pages = folders.filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name)).map(({ name }) => name);
  const paths = new Set(PLACES.map(({ path }) => path));

  expect(pages.length).toBeGreaterThan(5);
  expect(pages.filter((name) => !paths.has(`settings/${name}`))).toEqual([]);
});
