import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { HeldBuild } from "@docsteward/web/build/build-once";
import { holdWebBuild } from "@docsteward/web/build/web-build";
import { ROOT } from "../root.ts";
import { runCommand, turboCommand } from "../run-command.ts";

const SCHEMA = join(ROOT, "prisma/schema.prisma");
const CLIENT = join(ROOT, "packages/db/src/generated/internal/class.ts");

/**
 * Gives the build of the web app's present sources, and makes it first where there is none; the database client they share, too.
 * Quiet, unless that takes long. Nothing is written when both are there.
 *
 * @returns its folder; it is not deleted before `release`, or while this process runs
 * @throws Error with the end of the build's output
 */
export async function buildWeb(options: { onLine(line: string): void; signal?: AbortSignal }): Promise<HeldBuild> {
  const { signal = new AbortController().signal } = options;
  if (!(await isClientCurrent())) {
    const { program, args } = turboCommand("generate");
    const { code, output } = await runCommand(program, args, { signal });
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`The database client could not be generated:\n${output.trimEnd()}`);
  }
  return holdWebBuild(options);
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
