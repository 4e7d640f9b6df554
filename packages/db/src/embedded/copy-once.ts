import { chmod, cp, lstat, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Copies a folder to a place that everyone may read, unless the copy is there already.
 *
 * The copy appears whole or not at all, also when several processes make it at once.
 *
 * @returns `target`
 */
export async function copyOnce(source: string, target: string): Promise<string> {
  if (await exists(target)) return target;
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  await chmod(dirname(target), 0o755);
  const draft = await mkdtemp(`${target}-`);
  try {
    await cp(source, draft, { recursive: true, dereference: true });
    await chmod(draft, 0o755);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  }
  return target;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
