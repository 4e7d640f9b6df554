import { readdir, readFile, stat } from "node:fs/promises";
import { join, posix, relative, sep } from "node:path";
import { ALLOWED_IMPORTS, ENV_READERS, MAX_LINES, TEST_FILES, TEST_ONLY } from "./rules.ts";

/**
 * Checks every package of the workspace at `root`: the direction of imports, in package.json files and in sources, the length
 * of files and who reads the environment.
 *
 * @returns a sentence for each fault
 */
export async function checkArchitecture(root: string): Promise<string[]> {
  const folders = [
    ...(await below(root, "packages")),
    ...(await below(root, "apps")),
    ...(await below(root, "testing")),
    "tooling",
    "scenarios",
    "e2e",
  ];
  const faults = await Promise.all(folders.map((folder) => checkFolder(root, folder)));
  return faults.flat();
}

async function checkFolder(root: string, folder: string): Promise<string[]> {
  const path = `${folder}/package.json`;
  if (!(await stat(join(root, path)).catch(() => null))) return [];
  const manifest = JSON.parse(await readFile(join(root, path), "utf8")) as PackageManifest;
  const files = await listSources(root, folder);
  const name = manifest.name.replace("@docsteward/", "");
  return [...checkPackage(path, manifest), ...files.flatMap((file) => checkFile(name, folder, file))];
}

async function below(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => `${folder}/${entry.name}`);
}

const SPECIFIER = /(?:\bfrom|\bimport|\bimport\()\s*\(?\s*["']([^"'\n]+)["']/g;

/** Says what is wrong with a file by the architecture rules, a sentence each; none when it is fine. */
function checkFile(packageName: string, folder: string, file: SourceFile): string[] {
  return [...checkImports(packageName, folder, file), ...checkLength(file), ...checkEnvironment(file)];
}

function checkImports(packageName: string, folder: string, { path, text }: SourceFile): string[] {
  const isTest = TEST_FILES.test(path);
  const specifiers = [...text.matchAll(SPECIFIER)].map((match) => match[1] ?? "");
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith("@docsteward/")) {
      const fault = checkOurs(packageName, specifier.slice("@docsteward/".length), isTest);
      return fault ? [`${path} imports ${specifier}: ${fault}`] : [];
    }
    const target = posix.join(posix.dirname(path), specifier);
    if (specifier.startsWith(".") && !target.startsWith(`${folder}/`)) {
      return [`${path} imports ${specifier}, which leaves its package: import @docsteward/… instead`];
    }
    if (specifier.startsWith("../../../")) {
      return [`${path} imports ${specifier}, which climbs more than two folders: name it in "imports" of package.json`];
    }
    return [];
  });
}

function checkOurs(packageName: string, target: string, isTest: boolean): string | null {
  const [name = "", ...rest] = target.split("/");
  if (rest.length === 0) return "import a file, packages have no root export";
  if (TEST_ONLY.test(target)) return isTest ? null : "only tests may";
  if (name === packageName) return "use a relative path inside a package";
  if (ALLOWED_IMPORTS[packageName]?.includes(name) || isTest) return null;
  return `${packageName} may import ${ALLOWED_IMPORTS[packageName]?.join(", ") || "nothing of ours"}`;
}

function checkLength({ path, text }: SourceFile): string[] {
  const lines = text.split("\n").length - 1;
  if (lines <= MAX_LINES || /^(\/\/|\/\*)/.test(text)) return [];
  return [`${path} has ${lines} lines: split it, or explain the length in a comment on its first line`];
}

function checkEnvironment({ path, text }: SourceFile): string[] {
  if (!/\bprocess\.env\b/.test(text) || ENV_READERS.some((reader) => reader.path.test(path))) return [];
  return [`${path} reads process.env: only packages/platform/src/env.ts and the files of ENV_READERS do`];
}

type PackageManifest = {
  name: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
};

/** Says what a package.json declares that the house does not allow: other packages of ours, and versions that are not exact. */
function checkPackage(path: string, manifest: PackageManifest): string[] {
  const name = manifest.name.replace("@docsteward/", "");
  const allowed = ALLOWED_IMPORTS[name];
  if (!allowed)
    return [`${path} has no entry in tooling/src/architecture-rules/rules.ts: list what ${name} may import`];
  const ours = Object.keys(manifest.dependencies ?? {})
    .filter((dependency) => dependency.startsWith("@docsteward/"))
    .map((dependency) => dependency.slice("@docsteward/".length));
  const upward = ours
    .filter((dependency) => !allowed.includes(dependency))
    .map((dependency) => `${path} depends on @docsteward/${dependency}, which ${name} is not allowed to import`);
  const loose = [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies]
    .flatMap((group) => Object.entries(group ?? {}))
    .filter(
      ([, version]) =>
        version !== "workspace:*" && !/^(npm:(@[\w-]+\/)?[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    .map(([dependency, version]) => `${path} depends on ${dependency} ${version}: pin an exact version`);
  return [...upward, ...loose];
}

const SKIPPED = new Set(["node_modules", "generated", ".next", "test-results", "playwright-report"]);

/** A source file: its path from the root of the workspace, with forward slashes, and its text. */
export type SourceFile = { path: string; text: string };

/** Reads every TypeScript file below `folder` that is ours. */
export async function listSources(root: string, folder: string): Promise<SourceFile[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry): Promise<SourceFile[]> => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : listSources(root, path);
      if (!/\.(ts|tsx|mts)$/.test(entry.name)) return [];
      const text = await readFile(join(root, path), "utf8");
      return [{ path: relative(root, join(root, path)).split(sep).join("/"), text }];
    }),
  );
  return found.flat();
}
