import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Builder, holdBuild } from "./build-once.ts";

let folder: string;
let state: string;
let built: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "docsteward-build-"));
  state = stateNo(1);
  built = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const stateNo = (number: number) => String(number).padStart(16, "0");

function builder(more: Partial<Builder> = {}): Builder {
  return {
    folder,
    readState: async () => state,
    build: async (options) => {
      built.push(options.state);
      await writeFile(join(options.draft, "page.txt"), `made of ${options.state}`);
      // Clocks of file systems are coarser than these builds are quick.
      await utimes(options.draft, Number(options.state), Number(options.state));
    },
    ...more,
  };
}

async function buildStates(from: number, to: number): Promise<void> {
  for (let number = from; number <= to; number++) {
    state = stateNo(number);
    (await holdBuild(builder())).release();
  }
}

const states = async () => (await readdir(folder)).filter((name) => name !== "locks").toSorted();

test("of several that want a state at the same time one builds, and all get the same build", async () => {
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => holdBuild(builder())));

  expect(built).toEqual([state]);
  expect(others.map(({ path }) => path)).toEqual([first?.path, first?.path]);
  expect(await readFile(join(first?.path ?? "", "page.txt"), "utf8")).toBe(`made of ${state}`);
});

test("finding a build writes nothing below it", async () => {
  const { path, release } = await holdBuild(builder());
  release();
  const look = async () => {
    const names = ["", ...(await readdir(path, { recursive: true }))];
    return Promise.all(names.map((name) => stat(join(path, name), { bigint: true })));
  };
  const before = (await look()).map(({ ino, mtimeNs, ctimeNs }) => ({ ino, mtimeNs, ctimeNs }));

  await holdBuild(builder());

  expect((await look()).map(({ ino, mtimeNs, ctimeNs }) => ({ ino, mtimeNs, ctimeNs }))).toEqual(before);
  expect(built).toHaveLength(1);
});

test("a new state leaves the build of the old one alone", async () => {
  const old = await holdBuild(builder());
  state = stateNo(2);

  const current = await holdBuild(builder());

  expect(current.path).not.toBe(old.path);
  expect(await readFile(join(old.path, "page.txt"), "utf8")).toBe(`made of ${stateNo(1)}`);
});

test("a build during which the sources change is thrown away, and made again of what they are now", async () => {
  const { path } = await holdBuild(
    builder({
      build: async (options) => {
        await builder().build(options);
        state = stateNo(2);
      },
    }),
  );

  expect(built).toEqual([stateNo(1), stateNo(2)]);
  expect(await states()).toEqual([stateNo(2)]);
  expect(path).toBe(join(folder, stateNo(2)));
});

test("sources that never rest are refused with a sentence", async () => {
  let edits = 1;
  const build: Builder["build"] = async () => {
    state = stateNo(++edits);
  };

  await expect(holdBuild(builder({ build }))).rejects.toThrow("change faster than it is built");
  expect(await states()).toEqual([]);
});

test("a build that fails leaves nothing behind, and the next one is tried", async () => {
  const build: Builder["build"] = async ({ draft }) => {
    await writeFile(join(draft, "half.txt"), "");
    throw new Error("no such module");
  };

  await expect(holdBuild(builder({ build }))).rejects.toThrow("no such module");

  expect(await states()).toEqual([]);
  expect(await readdir((await holdBuild(builder())).path)).toEqual(["page.txt"]);
});

test("a builder that was killed holds nothing up, and what it left behind goes", async () => {
  const module = new URL("./file-lock.ts", import.meta.url).href;
  const script = `import { tryLock } from ${JSON.stringify(module)};
    globalThis.held = await tryLock(${JSON.stringify(join(folder, "locks", "build"))}, "exclusive");
    process.send(globalThis.held === null ? "busy" : "locked");
    setInterval(() => undefined, 1_000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  expect((await once(child, "message"))[0]).toBe("locked");
  await mkdir(join(folder, `draft-${stateNo(9)}`));
  const waiting = new AbortController();
  const refused = holdBuild(builder({ signal: waiting.signal }));
  waiting.abort(new Error("Stopped."));
  await expect(refused).rejects.toThrow();
  expect(built).toEqual([]);

  child.kill("SIGKILL");
  await once(child, "exit");
  await holdBuild(builder());

  expect(await states()).toEqual([stateNo(1)]);
});

test("the newest builds are kept, and an older one while it is held", async () => {
  const held = await holdBuild(builder());
  await buildStates(2, 5);

  expect(await states()).toEqual([1, 3, 4, 5].map(stateNo));

  held.release();
  await buildStates(6, 6);

  expect(await states()).toEqual([4, 5, 6].map(stateNo));
});

test("a build of which a part was deleted is replaced by a new one", async () => {
  const isWhole = (path: string) => readFile(join(path, "page.txt")).then(Boolean, () => false);
  const first = await holdBuild(builder({ isWhole }));
  await rm(join(first.path, "page.txt"));
  await writeFile(join(first.path, "rest.txt"), "left");

  const second = await holdBuild(builder({ isWhole }));

  expect(built).toEqual([state, state]);
  expect(await readdir(second.path)).toEqual(["page.txt"]);
});
