import { copyFile, mkdir, readdir, readFile, readlink, realpath, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { ROOT } from "../root.ts";
import { type Dependency, isLeftOut } from "./dependencies.ts";

/** Files of packages that Node never reads. Licences are read: by people. */
const NEVER_READ = /\.(d\.[cm]?ts|[cm]?tsx?|map|flow|md|markdown)$/;
const LICENCE = /(^|\/)(licen[cs]e|notice|copying)[^/]*$/i;

/** Parts of packages that only other machines or other uses need. */
const PARTS_LEFT_OUT: Record<string, RegExp> = {
  "onnxruntime-node": new RegExp(`^bin/napi-v\\d+/(?!${process.platform}/${process.arch}/)`),
  next: /^dist\/((agent-feedback|bundle-analyzer|docs|esm|next-devtools|compiled\/(@vercel\/nft|babel|babel-packages|terser|[^/]+-experimental))\/|.+\.runtime\.dev\.js$)/,
  "@prisma/client": /^runtime\/.+\.(cockroachdb|mysql|sqlite|sqlserver)\./,
};

/** What Next finds and does without: packages of `sharp`, and one of which it has a copy. */
const DISPENSABLE = new Set(["semver", "detect-libc", "@opentelemetry/api"]);

/** What Next found out about a build: the files that it reads at run time, from the workspace's root. */
export type Traces = ReadonlySet<string>;

/** Reads the traces of a build of the web app. */
export async function readTraces(build: string): Promise<Traces> {
  const entries = await readdir(build, { recursive: true });
  const found = new Set<string>();
  for (const entry of entries.filter((name) => name.endsWith(".nft.json"))) {
    const folder = dirname(join(build, entry));
    const { files } = JSON.parse(await readFile(join(build, entry), "utf8")) as { files: string[] };
    for (const file of files) found.add(join(folder, file));
  }
  const real = await Promise.all([...found].map((file) => realpath(file).catch(() => null)));
  return new Set(real.flatMap((file) => (file === null ? [] : relative(ROOT, file))));
}

/**
 * Copies packages into a release, at the places where they are installed, without what Node never reads there.
 *
 * @throws Error naming a package of the traces that is missing
 */
export async function copyPackages(dependencies: readonly Dependency[], traces: Traces, target: string): Promise<void> {
  requireTraced(dependencies, traces);
  for (const { name, folder } of dependencies) {
    const left = PARTS_LEFT_OUT[name];
    const isWanted = (file: string) => !left?.test(file) && (LICENCE.test(file) || !NEVER_READ.test(file));
    await copyFolder(folder, target, (file) => isWanted(file) || traces.has(join(folder, file)));
  }
}

function requireTraced(dependencies: readonly Dependency[], traces: Traces): void {
  const folders = new Set(dependencies.map(({ folder }) => folder));
  for (const file of traces) {
    const [folder = "", name = ""] =
      /^node_modules\/\.pnpm\/[^/]+\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
    if (folder === "" || folders.has(folder) || isLeftOut(name) || DISPENSABLE.has(name)) continue;
    throw new Error(`The web app needs ${file}, and a release would not have ${name}. Add it to the dependencies.`);
  }
}

/** Copies the files of a folder of the workspace that are wanted, into the same place of a release. */
export async function copyFolder(
  folder: string,
  target: string,
  isWanted: (file: string) => boolean = () => true,
): Promise<void> {
  const copy = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(ROOT, folder, below), { withFileTypes: true })) {
      const file = join(below, entry.name);
      const [from, to] = [join(ROOT, folder, file), join(target, folder, file)];
      if (entry.isDirectory()) {
        // A package's packages are beside it; inside are only links to their programs.
        if (entry.name !== ".bin") await copy(file);
      } else if (isWanted(file)) {
        await mkdir(dirname(to), { recursive: true });
        if (entry.isSymbolicLink()) await symlink(await readlink(from), to);
        else await copyFile(from, to);
      }
    }
  };
  await copy("");
}

/** Makes the shipped ones of the packages findable that a folder `node_modules` of the installation links to. */
export async function copyLinks(folder: string, shipped: ReadonlySet<string>, target: string): Promise<void> {
  const entries = await readdir(join(ROOT, folder), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const place = join(folder, entry.name);
    if (entry.isDirectory() && entry.name.startsWith("@")) await copyLinks(place, shipped, target);
    if (!entry.isSymbolicLink() || !shipped.has(relative(ROOT, await realpath(join(ROOT, place))))) continue;
    await mkdir(dirname(join(target, place)), { recursive: true });
    await symlink(await readlink(join(ROOT, place)), join(target, place));
  }
}
