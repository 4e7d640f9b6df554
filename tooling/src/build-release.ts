import { chmod, copyFile, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { bundleCode } from "./code/bundle-code.ts";
import { WEB_TASKS, WORKER_ENTRY } from "./code/entries.ts";
import { isForBrowsers, listDependencies, listDirect, listMembers } from "./release/dependencies.ts";
import { describeLicences } from "./release/licences.ts";
import { copyFolder, copyLinks, copyPackages, readTraces } from "./release/packages.ts";
import { describePackages } from "./release/sbom.ts";
import { ROOT } from "./root.ts";
import { buildWeb } from "./supervisor/build-web.ts";
import { onStopSignal } from "./supervisor/on-stop-signal.ts";
import { runMain } from "./terminal.ts";

/** Web and worker together, with everything that they need beside Node and git. */
const BUDGET_MEGABYTES = 450;
const MEGABYTE = 1_000_000;
/** What `docsteward` runs, and what starts with `docsteward serve`. */
const ENTRIES = ["apps/cli/src/main.ts", "apps/web/src/build/serve-build.ts", WORKER_ENTRY, ...WEB_TASKS];
/** Of these only browsers load something, which the web app's build has. */
const TYPES_ALONE = /^@docsteward\/(ui|widget)$/;
const DATA_FILES = ["LICENSE", "apps/web/next.config.mjs"];
const DATA_FOLDERS = ["prisma/migrations", "deploy/systemd", "deploy/nginx"];

/**
 * Makes a folder that runs with Node and git alone: `docsteward serve web`, `worker` and `migrate`, and the command line. It needs
 * no sources, no pnpm and no development dependencies, and writes nothing to itself.
 */
async function main(): Promise<void> {
  const target = resolve(process.argv[2] ?? join(ROOT, "release"));
  const stopping = new AbortController();
  onStopSignal({ first: () => stopping.abort(new Error("Stopped.")), second: () => process.exit(130) });
  await requireReplaceable(target);
  const build = await buildWeb({ onLine: (line) => console.log(line), signal: stopping.signal });
  const draft = `${target}.draft-${process.pid}`;
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true });
    await fill(draft, build.path);
    const megabytes = (await sizeOf(draft)) / MEGABYTE;
    if (megabytes > BUDGET_MEGABYTES)
      throw new Error(`The release has ${megabytes.toFixed(0)} MB. Its budget is ${BUDGET_MEGABYTES} MB.`);
    await rm(target, { recursive: true, force: true });
    await rename(draft, target);
    console.log(`${target}: ${megabytes.toFixed(0)} MB of ${BUDGET_MEGABYTES} MB`);
  } finally {
    build.release();
    await rm(draft, { recursive: true, force: true });
  }
}

/** @throws Error for a folder that holds something else than a release */
async function requireReplaceable(target: string): Promise<void> {
  const names = await readdir(target).catch((): string[] => []);
  if (names.length === 0 || names.includes("release.json")) return;
  throw new Error(`${target} holds other files. Name an empty folder, or one that doesn't exist.`);
}

async function fill(target: string, build: string): Promise<void> {
  const members = await listMembers();
  const imported = await bundleCode({ entries: ENTRIES, target, root: "" });
  const running = members.filter(({ name }) => !TYPES_ALONE.test(name));
  const dependencies = await listDependencies(running, (member) =>
    member.dependencies.filter((name) => !isForBrowsers(member) || imported.has(name)),
  );
  const shipped = new Set([...running, ...dependencies].map(({ folder }) => folder));
  await copyPackages(dependencies, await readTraces(build), target);
  // A package's neighbours, by whose names it finds what it needs.
  const stores = new Set(dependencies.map(({ name, folder }) => folder.slice(0, -name.length - 1)));
  for (const folder of [...running.map((member) => join(member.folder, "node_modules")), ...stores])
    await copyLinks(folder, shipped, target);

  const webBuild = relative(ROOT, build);
  await copyFolder(webBuild, target, (file) => !/\.(map|nft\.json)$/.test(file));
  for (const folder of DATA_FOLDERS) await copyFolder(folder, target);
  for (const file of DATA_FILES) await copyFile(join(ROOT, file), join(target, file));
  await writeProgram(target);
  const { version, devDependencies } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as {
    version: string;
    devDependencies: { node: string };
  };
  await writeJson(join(target, "package.json"), { name: "docsteward", version, private: true, type: "module" });
  const about = { version, node: devDependencies.node, platform: `${process.platform}-${process.arch}`, webBuild };
  await writeJson(join(target, "release.json"), about);
  // Also those that the web build has bundled for browsers.
  const all = await listDependencies(members);
  await writeFile(join(target, "THIRD-PARTY-LICENSES"), await describeLicences(all));
  await writeJson(
    join(target, "sbom.cdx.json"),
    await describePackages(all, { version, direct: await listDirect(members) }),
  );
}

async function writeJson(file: string, value: object): Promise<void> {
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** The command, where a checkout has it, too. */
async function writeProgram(target: string): Promise<void> {
  const file = join(target, "apps/cli/bin/docsteward.cjs");
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await readFile(join(ROOT, "apps/cli/bin/released.cjs")));
  await chmod(file, 0o755);
}

/** Links count nothing: what they lead to is counted where it is. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sizeOf(path);
      return entry.isFile() ? (await lstat(path)).size : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

runMain(main);
