import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { waitForLock } from "@docsteward/web/build/file-lock";
import { ROOT } from "../root.ts";
import { runCommand, turboCommand } from "../run-command.ts";

const SCHEMA = join(ROOT, "prisma/schema.prisma");
const CLIENT = join(ROOT, "packages/db/src/generated/internal/class.ts");
const LOCK = join(ROOT, "apps/web/.next/locks/client");

/** Generates the database client of the present schema, unless it exists. @throws Error with the end of the output */
export async function generateClient(signal?: AbortSignal): Promise<void> {
  await generateOnce({ lockFile: LOCK, isCurrent: isClientCurrent, generate: () => generate(signal), signal });
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

async function generate(signal = new AbortController().signal): Promise<void> {
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
