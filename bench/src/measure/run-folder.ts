import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, sep } from "node:path";
import { findSettings, listSystemFolders } from "../../../packages/db/src/embedded/data-folder.ts";

/**
 * A folder for one run below the data folder, on the same disk as the repositories. Removed at the end, with the databases of its
 * services that lie elsewhere since root runs them.
 */
export async function openRunFolder(dataDir: string): Promise<AsyncDisposable & { path: string }> {
  const runs = join(dataDir, "runs");
  await mkdir(runs, { recursive: true });
  const path = await mkdtemp(join(runs, "run-"));
  const remove = async () => {
    for (const folder of await listSystemFolders("data")) {
      const settings = await findSettings({ path: folder.path, identity: null });
      if (settings?.dataDir?.startsWith(path + sep)) await rm(folder.path, { recursive: true, force: true });
    }
    await rm(path, { recursive: true, force: true });
  };
  return { path, [Symbol.asyncDispose]: remove };
}
