import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { findPort, toAddress } from "@docsteward/tooling/supervisor/find-port";
import type { Running } from "@docsteward/tooling/supervisor/running-process";
import { startChild } from "@docsteward/tooling/supervisor/start-child";

export type Part = "web" | "worker";

/** A process of one version, at the address of a web process. */
export type PartProcess = Running & { url: string };

type VersionOptions = {
  /** A release or a checkout. */
  root: string;
  variables: Record<string, string | undefined>;
  /** An open file for log lines. */
  output: number;
  onStart(process: Running): void;
};

const run = promisify(execFile);
const HOST = "127.0.0.1";
const SCRIPTS = { web: "apps/web/src/build/serve-build", worker: "apps/worker/src/main" };

/** Runs the parts of one version, each as `docsteward serve` does, but as a process that can be killed by its id. */
export function openVersion({ root, variables, output, onStart }: VersionOptions) {
  const extension = existsSync(join(root, "release.json")) ? ".js" : ".ts";
  const program = join(root, "apps/cli/bin/docsteward.cjs");
  return {
    program,
    async migrate(): Promise<void> {
      await run(process.execPath, [program, "serve", "migrate"], { env: variables });
    },
    async start(part: Part): Promise<PartProcess> {
      const port = await findPort(HOST, 0);
      const url = toAddress(HOST, port);
      const script = join(root, `${SCRIPTS[part]}${extension}`);
      const child = startChild({
        script,
        args: [],
        output,
        variables: { ...variables, PORT: String(port), BASE_URL: url },
      });
      onStart(child);
      const ended = child.exited.then((how) => {
        throw new Error(`The ${part} process of ${root} ended before it was ready: ${how}.`);
      });
      await Promise.race([child.ready, ended]);
      ended.catch(() => undefined);
      return Object.assign(child, { url });
    },
    /** Starts a part that has to refuse. */
    async refusal(part: Part | "migrate"): Promise<{ code: number; said: string }> {
      const port = String(await findPort(HOST, 0));
      const options = { env: { ...variables, PORT: port, BASE_URL: toAddress(HOST, Number(port)) }, timeout: 120_000 };
      try {
        const { stdout, stderr } = await run(process.execPath, [program, "serve", part], options);
        return { code: 0, said: stdout + stderr };
      } catch (error) {
        const { code = 0, stdout, stderr } = error as { code?: number; stdout: string; stderr: string };
        return { code, said: stdout + stderr };
      }
    },
  };
}
