import { execFile } from "node:child_process";
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findFaultInText, findMachineFault } from "./machine-error.ts";
import { mountDisk, NO_DISK } from "./testing-disk.ts";

const DATA = { dataDir: "/srv/data" };
const run = promisify(execFile);

/** What git prints when it fails, as the service lets it print. */
async function complaintOf(program: string, ...args: string[]): Promise<string> {
  const environment = { PATH: process.env.PATH, LC_ALL: "C" };
  return run(program, args, { env: environment }).then(
    () => "it did not fail",
    ({ stderr }: { stderr: string }) => stderr,
  );
}

const caught = (work: () => unknown) => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

test.each([
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk quota is used up"],
  ["EROFS", "the file system is read-only"],
  ["EMFILE", "the process has too many open files"],
  ["ENFILE", "the system has too many open files"],
  ["EIO", "the disk reports an input or output error"],
])("%s is a fault of this machine, also behind another error", (code, fault) => {
  const error = Object.assign(new Error(code), { code, syscall: "open" });

  expect(findMachineFault(error, DATA)).toBe(fault);
  expect(findMachineFault(new Error("The job failed.", { cause: new Error("git", { cause: error }) }), DATA)).toBe(
    fault,
  );
});

test.each([
  ["ENOENT", "open"],
  ["EACCES", "open"],
  ["ENOMEM", "read"],
  ["E2BIG", "spawn git"],
])("%s of %s is no fault of this machine", (code, syscall) => {
  const error = Object.assign(new Error(code), { code, syscall, path: "/home/writer/notes.md" });

  expect(findMachineFault(error, DATA)).toBeNull();
});

test("a read-only file system is a fault for files, for locks, which are files of SQLite, and in git's words", async ({
  skip,
}) => {
  await using disk = (await mountDisk({ size: "4m" })) ?? skip(NO_DISK);
  const repository = join(disk.path, "x.git");
  await run("git", ["init", "--quiet", "--bare", "--template=", repository]);
  const lock = join(disk.path, "lock");
  const made = new DatabaseSync(lock);
  made.exec("CREATE TABLE held (one INTEGER)");
  made.close();
  disk.makeReadOnly();
  const openLock = (path: string) => caught(() => new DatabaseSync(path).exec("INSERT INTO held VALUES (1)"));

  const written = await writeFile(join(disk.path, "page.md"), "x").catch((error: unknown) => error);
  const held = openLock(lock);

  expect(written).toMatchObject({ code: "EROFS" });
  expect(findMachineFault(written, DATA)).toBe("the file system is read-only");
  expect(held).toMatchObject({ code: "ERR_SQLITE_ERROR", errcode: 8 });
  expect(findMachineFault(held, DATA)).toBe("the file system is read-only");
  expect(findMachineFault(openLock(join(disk.path, "new")), DATA)).toBe("a file can't be opened");
  // Node hides what the system said of folders that it makes with their parents: only those of the data folder are known to be ours.
  const folder = await mkdir(join(disk.path, "a", "b"), { recursive: true }).catch((error: unknown) => error);
  expect(folder).toMatchObject({ code: "ENOENT" });
  expect(findMachineFault(folder, { dataDir: disk.path })).toBe("the data folder can't be written");
  expect(findMachineFault(folder, DATA)).toBeNull();
  for (const args of [
    ["init", "--bare", join(disk.path, "y.git")],
    ["--git-dir", repository, "hash-object", "-w", "/dev/null"],
    ["--git-dir", repository, "config", "a.b", "c"],
  ])
    expect(findFaultInText(await complaintOf("git", ...args)), args.join(" ")).toBe("the file system is read-only");
});

const HELD = 64;

test("a process without a file handle left has a fault of this machine, whatever it wanted to open", async () => {
  const program = `
    import { spawn } from "node:child_process";
    import { openSync } from "node:fs";
    import { DatabaseSync } from "node:sqlite";
    import { findMachineFault } from ${JSON.stringify(new URL("machine-error.ts", import.meta.url).href)};
    const caught = (work) => { try { work(); return null; } catch (error) { return error; } };
    // What loads on its first use needs a handle, too.
    new DatabaseSync(":memory:").close();
    await new Promise((resolve) => spawn("true").on("close", resolve));
    let first = null;
    while (first === null) first = caught(() => openSync("/dev/null"));
    const lock = caught(() => new DatabaseSync(process.execPath));
    const started = await new Promise((resolve) => spawn("true").on("error", resolve).on("spawn", () => resolve(null)));
    console.log(JSON.stringify([first, lock, started].map((error) => findMachineFault(error, { dataDir: "/srv/data" }))));`;
  const limited = [`ulimit -n ${HELD} && exec "$@"`, "sh", process.execPath, "--input-type=module", "-e", program];

  const { stdout } = await run("sh", ["-c", ...limited]);

  expect(JSON.parse(stdout)).toEqual([
    "the process has too many open files",
    "a file can't be opened",
    "a program can't be started (EMFILE)",
  ]);
});

test("a git without a file handle left says so in words that are a fault of this machine", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "docsteward-handles-"));
  // git holds a handle for each folder that it is in.
  const template = join(folder.path, "template");
  await mkdir(join(template, ...Array.from({ length: 2 * HELD }, () => "a")), { recursive: true });
  const init = ["git", "init", "--bare", `--template=${template}`, join(folder.path, "x.git")];

  const said = await complaintOf("sh", "-c", `ulimit -n ${HELD} && exec "$@"`, "sh", ...init);

  expect(said).toContain("Too many open files");
  expect(findFaultInText(said)).toBe("the process has too many open files");
});

test("such words are no fault where a program quotes them, as a pattern, a path or another line's middle", () => {
  for (const text of [
    "fatal: ambiguous argument 'Read-only file system': unknown revision",
    "error: pathspec 'a: Too many open files' did not match any file(s) known to git",
    "Read-only file system",
  ])
    expect(findFaultInText(text), text).toBeNull();
});
