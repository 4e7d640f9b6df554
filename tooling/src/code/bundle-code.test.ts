import { execFile } from "node:child_process";
import { mkdir, mkdtempDisposable, readdir, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { ROOT } from "../root.ts";
import { bundleCode } from "./bundle-code.ts";

const run = promisify(execFile);

async function makeFolder(): Promise<string> {
  const folder = await mkdtempDisposable(join(await realpath(tmpdir()), "docsteward-code-"));
  onTestFinished(() => folder.remove());
  return folder.path;
}

/** Makes a workspace of files, and bundles two of them. @returns what the first prints, on Node without its reader of types */
async function runBundled(files: Record<string, string>, entries = ["apps/one/src/main.ts"]): Promise<string> {
  const workspace = await makeFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), text);
  }
  const target = join(workspace, "built/code");
  await bundleCode({ entries, target, root: "../..", workspace });
  await writeFile(join(target, "package.json"), '{ "type": "module" }');
  const script = join(target, (entries[0] as string).replace(/\.ts$/, ".js"));
  const { stdout } = await run(process.execPath, ["--no-strip-types", script], { cwd: "/", env: {} });
  return stdout;
}

const SIBLING = await readFile(join(ROOT, "packages/platform/src/sibling-module.ts"), "utf8");
const EMPTY_WASM = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const thing = (version: string) => ({
  "package.json": `{ "name": "thing", "version": "${version}", "main": "index.js" }`,
  "index.js": `exports.version = ${JSON.stringify(version)};`,
});
const install = (folder: string, version: string) =>
  Object.fromEntries(
    Object.entries(thing(version)).map(([name, text]) => [`${folder}/node_modules/thing/${name}`, text]),
  );

test("a process and the thread that it starts run from a bundle, and find their files and packages", async () => {
  const said = await runBundled({
    "apps/one/src/main.ts": `
      import { readFileSync } from "node:fs";
      import { Worker } from "node:worker_threads";
      import thing from "thing";
      import { helper } from "./two/helper.ts";
      // import.meta.url in a comment, and in a text:
      const text: string = "import.meta.url";
      const beside = readFileSync(new URL("../data.txt", import.meta.url), "utf8");
      new Worker(helper()).on("message", (said) => console.log([text, thing.version, beside, said].join(" ")));`,
    "apps/one/data.txt": "data",
    "apps/one/src/two/helper.ts": `
      import { siblingModule } from "./sibling-module.ts";
      export const helper = (): string => siblingModule(import.meta.url, "thread");`,
    "apps/one/src/two/sibling-module.ts": SIBLING,
    "apps/one/src/two/thread.ts": `
      import { createRequire } from "node:module";
      import { fileURLToPath } from "node:url";
      import { parentPort } from "node:worker_threads";
      const { version } = createRequire(import.meta.url)("thing");
      parentPort?.postMessage(fileURLToPath(import.meta.url).split("/built/")[1] + " " + (version satisfies string));`,
    ...install("apps/one", "1.0.0"),
    ...install("apps/one/src/two", "2.0.0"),
  });

  expect(said).toBe("import.meta.url 1.0.0 data code/apps/one/src/two/thread.js 2.0.0\n");
});

test("WebAssembly that a package carries as text is read from a file", async () => {
  const said = await runBundled({
    "apps/one/src/main.ts": `
      const { wasm } = await import("thing/tool.wasm-base64.mjs");
      const bytes = Buffer.from(wasm, "base64");
      console.log(typeof wasm, WebAssembly.validate(bytes), bytes.length);`,
    ...install("apps/one", "1.0.0"),
    "apps/one/node_modules/thing/tool.wasm-base64.mjs": `export const wasm = "${EMPTY_WASM.toString("base64")}";`,
  });

  expect(said).toBe("object true 8\n");
});

test("two versions of a package in one bundle are refused by name", async () => {
  const files = {
    "apps/one/src/main.ts": `import thing from "thing"; import "./two/two.ts"; console.log(thing);`,
    "apps/one/src/two/two.ts": `import thing from "thing"; console.log(thing);`,
    ...install("apps/one", "1.0.0"),
    ...install("apps/one/src/two", "2.0.0"),
  };

  await expect(runBundled(files)).rejects.toThrow("Two versions of thing are imported");
});

test("what the processes of this workspace run is bundled, with every module that they start", async () => {
  const target = await makeFolder();
  await run(process.execPath, [join(ROOT, "tooling/src/code/write-code.ts"), target]);

  const files = (await readdir(target, { recursive: true })).filter((name) => name.endsWith(".js"));
  const entries = files.filter((name) => !/^(chunks|node_modules)\//.test(name));
  expect(entries.toSorted()).toEqual(
    expect.arrayContaining([
      "apps/web/src/main.js",
      "apps/web/src/server/pull-request/bounded-diff.js",
      "apps/web/src/server/pull-request/bounded-preview.js",
      "apps/worker/src/index/read-pages.js",
      "apps/worker/src/main.js",
      "apps/worker/src/record-losses.js",
      "packages/assistant/src/embedding/offline/model-thread.js",
      "packages/docs/src/checks/check-task.js",
      "packages/docs/src/checks/parse-thread.js",
      "packages/git/src/run/git-starter-process.js",
      "packages/platform/src/bounded/task-process.js",
      "packages/platform/src/bounded/watchdog.js",
      "packages/platform/src/watchdog-thread.js",
      "tooling/src/run-service.js",
    ]),
  );
});
