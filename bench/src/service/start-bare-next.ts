import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { ROOT } from "../root.ts";

const WEB = join(ROOT, "apps/web");
const NEXT = join(WEB, "node_modules/next/dist/bin/next");

export type BareNext = AsyncDisposable & { url: string; pid: number };

/**
 * Builds a Next app of a few files and serves it with `next start`: the same version and the same machine as the service, and nothing
 * of it.
 *
 * @param folder is made, and may be deleted afterwards
 * @param files by path inside the app, e.g. `app/job/route.js`; what they import must be a dependency of the web app
 */
export async function startBareNext(folder: string, files: Record<string, string>): Promise<BareNext> {
  await rm(folder, { recursive: true, force: true });
  const app = {
    "package.json": '{"name":"bare-next","private":true}',
    "app/layout.js": "export default ({ children }) => <html><body>{children}</body></html>;",
    ...files,
  };
  for (const [path, text] of Object.entries(app)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await symlink(join(WEB, "node_modules"), join(folder, "node_modules"));
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  } as const;
  // Webpack: the other bundler takes no modules from behind a link out of its folder.
  await promisify(execFile)(process.execPath, [NEXT, "build", "--webpack"], { cwd: folder, env });
  const child = spawn(process.execPath, [NEXT, "start", "--port", "0", "--hostname", "127.0.0.1"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const stop = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  try {
    const url = await Promise.race([readUrl(child.stdout), exited.then(() => null)]);
    if (url === null) throw new Error("The bare Next app ended before it served anything.");
    return { url, pid: child.pid ?? 0, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address that Next prints when it listens. What it prints later is read away. */
async function readUrl(output: Readable): Promise<string | null> {
  let text = "";
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    text += chunk;
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
    if (url === undefined) continue;
    output.resume();
    return url;
  }
  return null;
}
