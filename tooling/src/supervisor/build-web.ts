import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { HeldBuild } from "@docsteward/web/build/build-once";
import { waitForLock } from "@docsteward/web/build/file-lock";
import { isWebBuild } from "@docsteward/web/build/watch-build";
import { holdWebBuild } from "@docsteward/web/build/web-build";
import { ROOT } from "../root.ts";
import { runCommand, turboCommand } from "../run-command.ts";

const SCHEMA = join(ROOT, "prisma/schema.prisma");
const CLIENT = join(ROOT, "packages/db/src/generated/internal/class.ts");
const CLIENT_LOCK = join(ROOT, "apps/web/.next/locks/client");

type WebBuildOptions = { onLine(line: string): void; signal?: AbortSignal };

/**
 * Gives the build of the web app's present sources, and makes it first where there is none; the database client they share, too.
 * Quiet, unless that takes long. Nothing is written when both are there.
 *
 * @returns its folder; it is not deleted before `release`, or while this process runs
 * @throws Error with the end of the build's output
 */
export async function buildWeb(options: WebBuildOptions): Promise<HeldBuild> {
  const { signal = new AbortController().signal } = options;
  await generateOnce({
    lockFile: CLIENT_LOCK,
    isCurrent: isClientCurrent,
    generate: () => generateClient(signal),
    signal,
  });
  return holdWebBuild(options);
}

/** Of several starts one generates, and the others wait for it: two would write the same files. */
export async function generateOnce(client: {
  lockFile: string;
  isCurrent(): Promise<boolean>;
  generate(): Promise<void>;
  signal?: AbortSignal;
}): Promise<void> {
  if (await client.isCurrent()) return;
  const lock = await waitForLock(client.lockFile, "exclusive", client.signal);
  try {
    if (!(await client.isCurrent())) await client.generate();
  } finally {
    lock.release();
  }
}

async function generateClient(signal: AbortSignal): Promise<void> {
  const { program, args } = turboCommand("generate");
  const { code, output } = await runCommand(program, args, { signal });
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`The database client could not be generated:\n${output.trimEnd()}`);
}

/** Whether the generated client, which holds the schema it was made from, is of the present one. Prisma only sets other spaces. */
async function isClientCurrent(): Promise<boolean> {
  const [schema, client] = await Promise.all([
    readFile(SCHEMA, "utf8"),
    // Not generated yet.
    readFile(CLIENT, "utf8").catch(() => ""),
  ]);
  const start = client.indexOf('"inlineSchema": ');
  const line = start < 0 ? "" : client.slice(start + '"inlineSchema": '.length, client.indexOf("\n", start));
  return line !== "" && withoutSpace(JSON.parse(line.replace(/,$/, "")) as string) === withoutSpace(schema);
}

function withoutSpace(text: string): string {
  return text.replace(/\s/g, "");
}

type KeptBuild = {
  /** The build's folder. It stays the same until that is deleted; then a build of the present sources takes its place. */
  path(): Promise<string>;
  release(): void;
};

/** Holds a build for all starts of the web process. @throws any error of the first build */
export async function keepBuild(
  hold: (signal?: AbortSignal) => Promise<HeldBuild>,
  signal?: AbortSignal,
): Promise<KeptBuild> {
  const stopping = new AbortController();
  let held = await hold(signal);
  return {
    path: async () => {
      if (await isWebBuild(held.path)) return held.path;
      const fresh = await hold(stopping.signal);
      held.release();
      held = fresh;
      return held.path;
    },
    release: () => {
      stopping.abort(new Error("Stopped."));
      held.release();
    },
  };
}
