import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { checkArchitecture } from "./check.ts";

const folders: string[] = [];

async function makeHouse(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "docsteward-house-"));
  folders.push(root);
  const needed = { "apps/.keep": "", "packages/.keep": "", "testing/.keep": "" };
  for (const [path, text] of Object.entries({ ...needed, ...files })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

const manifest = (name: string, dependencies: Record<string, string> = {}) =>
  JSON.stringify({ name: `@docsteward/${name}`, dependencies });

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

test("imports that go down are fine", async () => {
  const root = await makeHouse({
    "packages/git/package.json": manifest("git", { "@docsteward/contract": "workspace:*", zod: "4.6.7" }),
    "packages/git/src/push.ts": 'import { AppError } from "@docsteward/contract/error";\nimport "./other.ts";\n',
  });

  expect(await checkArchitecture(root)).toEqual([]);
});

test("an import that goes up is named with what is allowed", async () => {
  const root = await makeHouse({
    "packages/git/package.json": manifest("git", { "@docsteward/services": "workspace:*" }),
    "packages/git/src/push.ts": 'import type { Job } from "@docsteward/services/job/get";\n',
  });

  expect(await checkArchitecture(root)).toEqual([
    "packages/git/package.json depends on @docsteward/services, which git is not allowed to import",
    "packages/git/src/push.ts imports @docsteward/services/job/get: git may import contract, platform",
  ]);
});

test("a dynamic import and a re-export count as imports", async () => {
  const root = await makeHouse({
    "packages/db/package.json": manifest("db"),
    "packages/db/src/a.ts": 'await import("@docsteward/git/host");\nexport { x } from "@docsteward/docs/x";\n',
  });

  expect(await checkArchitecture(root)).toHaveLength(2);
});

test("a relative path may not leave its package", async () => {
  const root = await makeHouse({
    "packages/git/package.json": manifest("git"),
    "packages/git/src/push.ts": 'import "../../contract/src/error.ts";\n',
  });

  expect(await checkArchitecture(root)).toEqual([
    "packages/git/src/push.ts imports ../../contract/src/error.ts, which leaves its package: import @docsteward/… instead",
  ]);
});

test("a relative path climbs two folders at most", async () => {
  const climbing = "../../../push.ts";
  const root = await makeHouse({
    "packages/git/package.json": manifest("git"),
    "packages/git/src/a/b/near.ts": 'import "../../push.ts";\n',
    "packages/git/src/a/b/c/far.ts": `import "${climbing}";\n`,
  });

  expect(await checkArchitecture(root)).toEqual([
    'packages/git/src/a/b/c/far.ts imports ../../../push.ts, which climbs more than two folders: name it in "imports" of package.json',
  ]);
});

test("test support is for tests only", async () => {
  const root = await makeHouse({
    "packages/agent/package.json": manifest("agent"),
    "packages/agent/src/a.ts": 'import "@docsteward/git/testing";\nimport "@docsteward/model-script/reply";\n',
    "packages/agent/src/a.test.ts": 'import "@docsteward/git/testing";\nimport "@docsteward/model-script/reply";\n',
  });

  expect(await checkArchitecture(root)).toEqual([
    "packages/agent/src/a.ts imports @docsteward/git/testing: only tests may",
    "packages/agent/src/a.ts imports @docsteward/model-script/reply: only tests may",
  ]);
});

test("a long file needs a reason on its first line", async () => {
  const long = "export const x = 1;\n".repeat(351);
  const root = await makeHouse({
    "packages/docs/package.json": manifest("docs"),
    "packages/docs/src/bare.ts": long,
    "packages/docs/src/reasoned.ts": `// One table, kept whole.\n${long}`,
  });

  expect(await checkArchitecture(root)).toEqual([
    "packages/docs/src/bare.ts has 351 lines: split it, or explain the length in a comment on its first line",
  ]);
});

test("the environment is read in one place", async () => {
  const root = await makeHouse({
    "packages/platform/package.json": manifest("platform"),
    "packages/platform/src/env.ts": "process.env.PORT;\n",
    "packages/platform/src/log.ts": "process.env.LOG_LEVEL;\n",
  });

  expect(await checkArchitecture(root)).toEqual([
    "packages/platform/src/log.ts reads process.env: only packages/platform/src/env.ts and the files of ENV_READERS do",
  ]);
});

test("a version range and a package without rules are named", async () => {
  const root = await makeHouse({
    "packages/docs/package.json": manifest("docs", { zod: "^4.0.0" }),
    "packages/novel/package.json": manifest("novel"),
  });

  expect(await checkArchitecture(root)).toEqual([
    "packages/docs/package.json depends on zod ^4.0.0: pin an exact version",
    "packages/novel/package.json has no entry in tooling/src/architecture-rules/rules.ts: list what novel may import",
  ]);
});

test("a package under another name is pinned by its version, too", async () => {
  const root = await makeHouse({
    "packages/docs/package.json": manifest("docs", { old: "npm:@scope/new@1.2.3", older: "npm:new@^1.0.0" }),
  });

  expect(await checkArchitecture(root)).toEqual([
    "packages/docs/package.json depends on older npm:new@^1.0.0: pin an exact version",
  ]);
});
