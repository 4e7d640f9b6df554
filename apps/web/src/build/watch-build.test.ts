import { cp, mkdir, mkdtempDisposable, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { watchBuild } from "./watch-build.ts";

async function makeBuild() {
  const folder = await mkdtempDisposable(join(tmpdir(), "docsteward-watch-"));
  const build = join(folder.path, "build");
  for (const name of ["server", "static"]) await mkdir(join(build, name), { recursive: true });
  await writeFile(join(build, "BUILD_ID"), "one");
  return { build, [Symbol.asyncDispose]: () => folder.remove() };
}

/** Watches a build until it is gone. */
async function startWatch(build: string) {
  const gone = Promise.withResolvers<void>();
  let calls = 0;
  const onGone = () => {
    calls += 1;
    gone.resolve();
  };
  const end = await watchBuild(build, { onGone, checkMs: 1 });
  return { gone: gone.promise, calls: () => calls, end };
}

test.each<[string, (build: string) => Promise<void>]>([
  ["deleted", (build) => rm(build, { recursive: true })],
  ["deleted in part", (build) => rm(join(build, "static"), { recursive: true })],
  [
    "replaced by one with the same name",
    async (build) => {
      await cp(build, `${build}-copy`, { recursive: true });
      await rename(build, `${build}-old`);
      await rename(`${build}-copy`, build);
    },
  ],
  [
    "replaced by a file",
    async (build) => {
      await rm(build, { recursive: true });
      await writeFile(build, "");
    },
  ],
])("a build that is %s is reported once", async (_, change) => {
  await using made = await makeBuild();
  const watch = await startWatch(made.build);

  await change(made.build);
  await watch.gone;

  expect(watch.calls()).toBe(1);
});

test("a build in which other files come and go is not reported, and neither is one that is no longer watched", async () => {
  await using made = await makeBuild();
  await using other = await makeBuild();
  const watch = await startWatch(made.build);
  // Its report shows that checks have passed meanwhile.
  const others = await startWatch(other.build);
  await writeFile(join(made.build, "cache"), "");
  await rm(join(made.build, "cache"));
  await writeFile(join(made.build, "server/page.js"), "");

  await rm(other.build, { recursive: true });
  await others.gone;
  expect(watch.calls()).toBe(0);

  watch.end();
  const last = await makeBuild();
  await rm(made.build, { recursive: true });
  const third = await startWatch(last.build);
  await rm(last.build, { recursive: true });
  await third.gone;
  expect(watch.calls()).toBe(0);
});

test("a process does not start over a folder without a build", async () => {
  await using made = await makeBuild();
  await rm(join(made.build, "BUILD_ID"));

  await expect(watchBuild(made.build, { onGone: () => undefined })).rejects.toThrow(
    `The folder ${made.build} holds no build of the web app. Start again to build it.`,
  );
});
