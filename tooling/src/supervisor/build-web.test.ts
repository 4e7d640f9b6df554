import { access, mkdir, mkdtempDisposable, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Builder, holdBuild } from "@docsteward/web/build/build-once";
import { isWebBuild } from "@docsteward/web/build/watch-build";
import { expect, test } from "vitest";
import { keepBuild } from "./build-web.ts";

async function makeBuilder() {
  const folder = await mkdtempDisposable(join(tmpdir(), "docsteward-keep-"));
  const at = { state: "0".repeat(16), builds: 0 };
  const builder: Builder = {
    folder: folder.path,
    readState: async () => at.state,
    isWhole: isWebBuild,
    build: async ({ draft }) => {
      at.builds += 1;
      for (const name of ["server", "static"]) await mkdir(join(draft, name));
      await writeFile(join(draft, "BUILD_ID"), String(at.builds));
    },
  };
  return { at, builder, folder: folder.path, [Symbol.asyncDispose]: () => folder.remove() };
}

test("each start of the web process gets the same build, also after the sources changed", async () => {
  await using made = await makeBuilder();
  const kept = await keepBuild(() => holdBuild(made.builder));
  made.at.state = "1".repeat(16);

  expect([await kept.path(), await kept.path()]).toEqual([
    join(made.folder, "0".repeat(16)),
    join(made.folder, "0".repeat(16)),
  ]);
  expect(made.at.builds).toBe(1);
  kept.release();
});

test.each([".", "static", ".."])("a start after %s of the build was deleted gets a new build", async (part) => {
  await using made = await makeBuilder();
  const kept = await keepBuild(() => holdBuild(made.builder));
  await rm(join(await kept.path(), part), { recursive: true });

  const path = await kept.path();

  await access(join(path, "BUILD_ID"));
  expect(made.at.builds).toBe(2);
  kept.release();
});

test("a build that fails after a deletion is tried again by the next start", async () => {
  await using made = await makeBuilder();
  let isBroken = false;
  const kept = await keepBuild(async () => {
    if (isBroken) throw new Error("The web app could not be built.");
    return holdBuild(made.builder);
  });
  await rm(await kept.path(), { recursive: true });
  isBroken = true;
  await expect(kept.path()).rejects.toThrow("The web app could not be built.");
  isBroken = false;

  await access(join(await kept.path(), "BUILD_ID"));
  kept.release();
});
