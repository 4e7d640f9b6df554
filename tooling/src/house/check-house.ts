import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { checkFile } from "./check-file.ts";
import { checkPackage, type PackageManifest } from "./check-package.ts";
import { listSources } from "./list-sources.ts";

/**
 * Checks every package of the workspace at `root`: the direction of imports, in package.json files and in sources, the length
 * of files and who reads the environment.
 *
 * @returns a sentence for each fault
 */
export async function checkHouse(root: string): Promise<string[]> {
  const folders = [...(await below(root, "packages")), ...(await below(root, "apps")), "tooling", "e2e"];
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
