import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cutToFault, shareChunks } from "./web-build.ts";

type Served = { url: string; path: string };

const WEB = fileURLToPath(new URL("../..", import.meta.url));
const HOLD = new URL("./web-build.ts", import.meta.url).href;
const PAGE = "src/app/page.js";
const FILES = {
  "package.json": '{ "name": "small", "private": true, "type": "module" }',
  "next.config.mjs": 'export { default } from "../../next.config.mjs";',
  "src/app/layout.js": "export default ({ children }) => <html><body>{children}</body></html>;",
  "src/app/counter.js": '"use client";\nexport const Counter = () => <button onClick={() => alert(1)}>first</button>;',
  [PAGE]: 'import { Counter } from "./counter.js";\nexport default () => <main>first <Counter /></main>;',
  // What the supervisor and `main.ts` do, for any app.
  "serve.mjs": `import { createServer } from "node:http";
    import next from "next";
    import { holdWebBuild } from ${JSON.stringify(HOLD)};
    const dir = import.meta.dirname;
    const { path, state } = await holdWebBuild({ app: dir });
    globalThis[Symbol.for("docsteward.web-build")] = ".next/" + state;
    const httpServer = createServer();
    const app = next({ dir, httpServer });
    await app.prepare();
    httpServer.on("request", app.getRequestHandler());
    httpServer.listen(0, "127.0.0.1", () => {
      process.send({ url: "http://127.0.0.1:" + httpServer.address().port, path });
    });`,
};

let app: string;
let children: ChildProcess[];
beforeEach(async () => {
  // Inside the checkout: Next's bundler takes no module from behind a link that leads out of it.
  await mkdir(join(WEB, ".next"), { recursive: true });
  app = await mkdtemp(join(WEB, ".next/small-"));
  children = [];
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(app, path)), { recursive: true });
    await writeFile(join(app, path), text);
  }
  await symlink(join(WEB, "node_modules"), join(app, "node_modules"));
});
afterEach(async () => {
  for (const child of children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  await rm(app, { recursive: true, force: true });
});

async function serve(): Promise<Served> {
  const child = fork(join(app, "serve.mjs"), {
    env: { PATH: dirname(process.execPath), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  children.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      said += chunk;
    });
  }
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`It ended with ${code}: ${said}`)));
  const [served] = await Promise.race([once(child, "message"), ended]);
  return served as Served;
}

async function read({ url }: Served): Promise<{ text: string; scripts: string[] }> {
  const text = await (await fetch(url)).text();
  return { text, scripts: [...new Set(text.match(/\/_next\/static\/[^"\\]+/g))] };
}

/** Every file of a build, by what changes when it is written or put in place again. */
async function look({ path }: Served): Promise<string[]> {
  const names = (await readdir(path, { recursive: true })).toSorted();
  const facts = await Promise.all(names.map((name) => stat(join(path, name), { bigint: true })));
  return names.map((name, index) => `${name} ${facts[index]?.ino} ${facts[index]?.mtimeNs} ${facts[index]?.ctimeNs}`);
}

test("two starts at the same time serve one build, which neither they nor a build of changed sources ever write to", async () => {
  const [first, second] = await Promise.all([serve(), serve()]);
  const before = await look(first);
  const page = await read(first);

  expect(second.path).toBe(first.path);
  expect((await read(second)).scripts).toEqual(page.scripts);
  expect(page.text).toContain("<main>first ");
  expect(page.scripts.length).toBeGreaterThan(1);

  await writeFile(join(app, PAGE), FILES[PAGE].replace("<main>first", "<main>second"));
  const changed = await serve();

  expect(changed.path).not.toBe(first.path);
  expect((await read(changed)).text).toContain("<main>second ");
  expect((await read(first)).text).toContain("<main>first ");
  for (const script of page.scripts) expect([script, (await fetch(first.url + script)).status]).toEqual([script, 200]);
  expect(await look(first)).toEqual(before);
}, 600_000);

test("a failed build says its error, however many warnings follow", () => {
  const warnings = Array.from({ length: 100 }, (_, number) => `Warning: ${number}`);
  const errors = ["a.ts(1,2): error TS2322: Not a string.", "Failed to type check."];

  expect(cutToFault(["Creating …", ...errors, ...warnings].join("\n"))).toMatch(/^a\.ts.+\nFailed.+\nWarning: 0\n/);
  expect(cutToFault(warnings.join("\n"))).toMatch(/^Warning: 60\n(.+\n)+Warning: 99$/);
});

test("code that several files of a build repeat is loaded once", async () => {
  const folder = join(app, "chunks");
  await mkdir(folder);
  const write = async (name: string, code: string) => {
    await writeFile(join(folder, `${name}.js`), `${code}\n\n//# sourceMappingURL=${name}.js.map`);
    await writeFile(join(folder, `${name}.js.map`), "{}");
  };
  await writeFile(join(folder, "package.json"), '{ "type": "commonjs" }');
  for (const name of ["a", "b", "c"]) await write(name, "module.exports = {};");
  await write("other", "module.exports = [];");

  await shareChunks(folder);

  const load = createRequire(join(folder, "index.js"));
  expect([load("./b.js"), load("./c.js")].map((loaded) => loaded === load("./a.js"))).toEqual([true, true]);
  expect(load("./other.js")).toEqual([]);
  expect((await readdir(folder)).toSorted()).toEqual(
    ["a.js", "a.js.map", "b.js", "c.js", "other.js", "other.js.map", "package.json"].toSorted(),
  );
  expect(await readFile(join(folder, "c.js"), "utf8")).toContain("a.js.map");
});
