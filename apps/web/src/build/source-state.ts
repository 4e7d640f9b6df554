import { createHash } from "node:crypto";
import { readdir, readFile, realpath } from "node:fs/promises";
import { join, relative } from "node:path";

const OF_APP = /^(package\.json|tsconfig\.json|\.env(\..+)?|.+\.config\.[a-z]+|(src|public)\/.+)$/;
const OF_PACKAGE = /^(package\.json|src\/.+)$/;
const OF_TESTS = /\.test\.tsx?$/;
const SKIPPED = new Set(["node_modules", ".next"]);

/**
 * Names the state of all that a build of apps is made from: their sources and those of the workspace packages they depend on, the
 * lockfile, and the version of Node. Tests are no part of it.
 *
 * The path of each app is one: Next writes it into what it builds.
 *
 * @returns 16 hexadecimal digits
 */
export async function readSourceState({ root, apps }: { root: string; apps: readonly string[] }): Promise<string> {
  const packages = new Set<string>();
  for (const app of apps) await listPackages(app, packages);
  const files = (
    await Promise.all([
      ...apps.map((app) => listFiles(app, OF_APP)),
      ...[...packages].map((folder) => listFiles(folder, OF_PACKAGE)),
      ["pnpm-lock.yaml", "tooling/tsconfig.base.json"].map((name) => join(root, name)),
    ])
  ).flat();
  const lines = await Promise.all(
    files.map(async (file) => `${relative(root, file)} ${digest(await readFile(file)).toString("hex")}`),
  );
  const places = await Promise.all(apps.map((app) => realpath(app)));
  const machine = `${places.join(" ")} ${process.version} ${process.platform} ${process.arch}`;
  return digest([machine, ...lines.toSorted()].join("\n"))
    .toString("hex")
    .slice(0, 16);
}

/** Adds the folders of the workspace packages that a package needs to run, and those that these need. */
async function listPackages(folder: string, found: Set<string>): Promise<void> {
  const { dependencies = {} } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
    dependencies?: Record<string, string>;
  };
  for (const [name, version] of Object.entries(dependencies)) {
    if (!version.startsWith("workspace:")) continue;
    const dependency = await realpath(join(folder, "node_modules", name));
    if (found.has(dependency)) continue;
    found.add(dependency);
    await listPackages(dependency, found);
  }
}

async function listFiles(folder: string, wanted: RegExp, below = ""): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry): Promise<string[]> => {
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : listFiles(folder, wanted, name);
      return wanted.test(name) && !OF_TESTS.test(name) ? [join(folder, name)] : [];
    }),
  );
  return found.flat();
}

function digest(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}
