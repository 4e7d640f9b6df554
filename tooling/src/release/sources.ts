import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";
import { ROOT } from "../root.ts";
import type { Member } from "./dependencies.ts";

const LEFT_OUT = /(\.test\.ts|\/testing(-[a-z-]+)?\.ts|\/testing\/[^/]+|\/describe-git-host\.ts|\.tsx|\.d\.ts)$/;
/** What Node runs of the web app, beside what these import; the rest is in Next's build. */
const OF_WEB = /^src\/(main|build\/serve-build|server\/.+\/bounded-[a-z]+)\.ts$/;
const TYPES_ALONE = /^@docsteward\/(ui|widget)$/;

/**
 * Writes the sources of members into a release, as JavaScript: without types, and with imports of `.js`.
 *
 * @returns by member, the names of packages that its sources import
 * @throws Error naming a source that imports a file which is no part of the release
 */
export async function writeSources(members: readonly Member[], target: string): Promise<Map<string, Set<string>>> {
  const imported = new Map<string, Set<string>>();
  for (const member of members.filter(({ name }) => !TYPES_ALONE.test(name))) {
    // Grows while it is read, by what its files import.
    const files = await listSources(member);
    const packages = new Set<string>();
    for (const file of files) {
      const path = join(member.folder, file);
      const { code, imports } = toJavaScript(await readFile(join(ROOT, path), "utf8"), path);
      for (const name of imports) {
        if (/^[.#]/.test(name)) add(files, resolve(name, file), path);
        else if (!name.startsWith("node:")) packages.add(packageOf(name));
      }
      await write(join(target, toScript(path)), code);
    }
    imported.set(member.name, packages);
    await writeManifest(member, target);
  }
  return imported;
}

async function listSources({ name, folder }: Member): Promise<Set<string>> {
  const entries = await readdir(join(ROOT, folder, "src"), { recursive: true });
  const files = entries.map((entry) => `src/${entry}`).filter((file) => file.endsWith(".ts") && !LEFT_OUT.test(file));
  return new Set(name === "@docsteward/web" ? files.filter((file) => OF_WEB.test(file)) : files);
}

/** What Node runs of a source. Lines and columns stay the same, for stack traces. */
export function toJavaScript(source: string, path: string): { code: string; imports: string[] } {
  const code = stripTypeScriptTypes(source);
  const { module, errors } = parseSync(`${path}.js`, code, { sourceType: "module" });
  if (errors[0]) throw new Error(`${path} could not be read: ${errors[0].message}`);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? [])),
    ...module.dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ];
  const found = new Map<number, { end: number; name: string }>();
  for (const { start, end } of requests) {
    const name = /^["']([^"']+)["']$/.exec(code.slice(start, end))?.[1];
    // An expression: Node knows the file when it gets there.
    if (name !== undefined) found.set(start, { end, name });
  }
  let made = "";
  let at = 0;
  for (const [start, { end, name }] of [...found].toSorted(([a], [b]) => a - b)) {
    made += code.slice(at, start) + JSON.stringify(/^[.#]/.test(name) ? toScript(name) : name);
    at = end;
  }
  return { code: made + code.slice(at), imports: [...found.values()].map(({ name }) => name) };
}

const toScript = (path: string) => path.replace(/\.ts$/, ".js");

/** The file of a member that one of its files imports, from the member's folder. */
function resolve(name: string, file: string): string {
  return name.startsWith("#") ? name.replace(/^#/, "src/") : join(dirname(file), name);
}

function add(files: Set<string>, file: string, importer: string): void {
  if (file.endsWith("package.json")) return;
  if (LEFT_OUT.test(file)) throw new Error(`${importer} imports ${file}, which is no part of a release.`);
  files.add(file);
}

/** `@scope/name` or `name`, of what is imported from it. */
function packageOf(name: string): string {
  return name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");
}

async function writeManifest({ folder }: Member, target: string): Promise<void> {
  const text = await readFile(join(ROOT, folder, "package.json"), "utf8");
  const { name, version, type, license, exports, imports } = JSON.parse(text) as Record<string, unknown>;
  const fields = { name, version, private: true, type, license, exports, imports };
  const json = JSON.stringify(fields, null, 2).replaceAll("/*.ts", "/*.js");
  await write(join(target, folder, "package.json"), `${json}\n`);
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Copies files of the workspace that are data: migrations and the like. */
export async function copyData(files: readonly string[], target: string): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await copyFile(join(ROOT, file), join(target, file));
  }
}
