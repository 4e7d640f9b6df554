import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSourceState } from "./source-state.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "docsteward-state-"));
  const files = {
    "pnpm-lock.yaml": "lockfileVersion: 9",
    "tooling/tsconfig.base.json": "{}",
    "apps/web/package.json": '{"dependencies":{"@own/shapes":"workspace:*","next":"1.0.0"}}',
    "apps/web/next.config.mjs": "export default {}",
    "apps/web/src/page.tsx": "export {}",
    "packages/shapes/package.json": '{"dependencies":{"@own/points":"workspace:*"}}',
    "packages/shapes/src/square.ts": "export {}",
    "packages/points/package.json": "{}",
    "packages/points/src/point.ts": "export {}",
  };
  for (const [path, text] of Object.entries(files)) await write(path, text);
  await link("apps/web/node_modules/@own/shapes", "packages/shapes");
  await link("packages/shapes/node_modules/@own/points", "packages/points");
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

async function link(path: string, to: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await symlink(join(root, to), join(root, path));
}

const read = (folder = root) => readSourceState({ root: folder, apps: [join(folder, "apps/web")] });

test.each([
  ["a source of the app", "apps/web/src/page.tsx"],
  ["a new file of the app", "apps/web/public/robots.txt"],
  ["its configuration", "apps/web/next.config.mjs"],
  ["a file of variables", "apps/web/.env.production"],
  ["a package it imports", "packages/shapes/src/square.ts"],
  ["a package that one imports", "packages/points/src/point.ts"],
  ["the lockfile", "pnpm-lock.yaml"],
])("%s makes another state, and changing it back the first one", async (_name, path) => {
  const before = await read();

  await cp(root, `${root}-copy`, { recursive: true, verbatimSymlinks: true });
  await write(path, "something else");
  const changed = await read();
  await rm(root, { recursive: true });
  await cp(`${root}-copy`, root, { recursive: true, verbatimSymlinks: true });
  await rm(`${root}-copy`, { recursive: true });

  expect(before).toMatch(/^[0-9a-f]{16}$/);
  expect(changed).not.toBe(before);
  expect(await read()).toBe(before);
});

test.each([
  ["a test", "apps/web/src/page.test.tsx"],
  ["what a build writes", "apps/web/.next/work-in-progress/types/routes.d.ts"],
  ["a package it does not import", "packages/other/src/other.ts"],
])("%s makes no other state", async (_name, path) => {
  const before = await read();

  await write(path, "export {}");

  expect(await read()).toBe(before);
});
