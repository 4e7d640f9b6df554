import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The path of a module near the one that asks, for Node to run in another process or thread. Its ending is that of the module
 * that asks: `.ts` in a checkout, `.js` in a release.
 *
 * Joined here, since a bundler moves what it finds as `new URL("…", import.meta.url)` away from what that imports.
 *
 * @param url `import.meta.url` of the module that asks
 * @param name relative to that module, without an ending, e.g. `watchdog-thread`
 */
export function siblingModule(url: string, name: string): string {
  const path = fileURLToPath(url);
  return join(dirname(path), `${name}${extname(path)}`);
}
