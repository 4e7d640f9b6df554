import { once } from "node:events";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { DatabaseError, explainTooMany } from "../database-error.ts";
import { createSchema } from "../migrate.ts";
import { type BackupHeader, type BackupSequence, type BackupTable, type Frame, readFrames } from "./format.ts";
import { type BackupProgress, COPY_SETTINGS, listTables } from "./write-backup.ts";

type ReadBackupOptions = {
  url: string;
  source: string | Readable;
  onProgress?(progress: BackupProgress): void;
  /** Called when everything is in place and checked, before it counts: an error undoes the whole restore. */
  beforeCommit?(found: { secret: string | null; readSetting(key: string): Promise<string | null> }): Promise<void>;
};

/**
 * Brings a backup into an empty database, in one transaction: all of it, or nothing.
 *
 * @throws DatabaseError when the database is not empty, or the backup is damaged, cut short or from a newer version
 */
export async function readBackup(
  options: ReadBackupOptions,
): Promise<{ header: BackupHeader; rows: number; bytes: number }> {
  // Damage shows before anything is changed. What comes through a pipe can be read only once.
  if (typeof options.source === "string") for await (const _ of readFrames(options.source));
  const client = new pg.Client({ connectionString: options.url, application_name: "docsteward-restore" });
  client.on("error", () => undefined);
  await client.connect().catch((error: unknown) => {
    throw explainTooMany(error);
  });
  try {
    await client.query("BEGIN");
    await client.query(COPY_SETTINGS);
    const restored = await restore(client, options);
    await client.query("COMMIT");
    // Without figures about the new tables the first minutes would have poor plans.
    await client.query("ANALYZE").catch(() => undefined);
    return restored;
  } finally {
    // Ends the session, and with it a transaction that was not committed.
    await client.end();
  }
}

type Restored = { header: BackupHeader; rows: number; bytes: number };

async function restore(client: pg.Client, options: ReadBackupOptions): Promise<Restored> {
  const frames = readFrames(options.source);
  const header = await readHeader(frames);
  await requireEmpty(client);
  await createSchema(client, header.migrations);
  const known = await listTables(client);
  // Rows come as they were: what triggers make of new rows is among them.
  const names = known.map(({ name }) => pg.escapeIdentifier(name));
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  const state = { header, rows: 0, bytes: 0 };
  let secret: string | null = null;
  for await (const { type, content } of frames) {
    if (type === "secret") secret = content.toString();
    else if (type === "table") await fillTable(client, frames, parse(content, isTable), { ...options, known, state });
    else if (type === "sequences") await setSequences(client, parse(content, areSequences));
    else throw malformed();
  }
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  await options.beforeCommit?.({ secret, readSetting: (key) => readSetting(client, key) });
  return state;
}

const malformed = (cause?: unknown) =>
  new DatabaseError(
    "The backup contains data that Docsteward doesn't write, so nothing was restored. Use another copy.",
    {
      cause,
    },
  );

/** The checksum shows damage. It doesn't show who wrote the file, so what a frame says is checked. */
function parse<T>(content: Buffer, isRight: (value: unknown) => value is T): T {
  let value: unknown;
  try {
    value = JSON.parse(content.toString());
  } catch (error) {
    throw malformed(error);
  }
  if (!isRight(value)) throw malformed();
  return value;
}

const hasTexts = <Key extends string>(value: unknown, keys: readonly Key[]): value is Record<Key, string> =>
  typeof value === "object" &&
  value !== null &&
  keys.every((key) => typeof (value as Record<Key, unknown>)[key] === "string");

const isHeader = (value: unknown): value is BackupHeader =>
  hasTexts(value, ["createdAt", "postgres"]) &&
  "migrations" in value &&
  Array.isArray(value.migrations) &&
  value.migrations.every((migration) => hasTexts(migration, ["name", "checksum"]));

const isTable = (value: unknown): value is BackupTable =>
  hasTexts(value, ["name"]) &&
  "columns" in value &&
  Array.isArray(value.columns) &&
  value.columns.every((column) => typeof column === "string");

const areSequences = (value: unknown): value is BackupSequence[] =>
  Array.isArray(value) &&
  value.every(
    (sequence) =>
      hasTexts(sequence, ["name", "value"]) &&
      /^-?\d{1,19}$/.test(sequence.value) &&
      "isCalled" in sequence &&
      typeof sequence.isCalled === "boolean",
  );

async function readHeader(frames: AsyncGenerator<Frame>): Promise<BackupHeader> {
  const { value: first } = await frames.next();
  if (first?.type !== "header") throw new DatabaseError("The backup has no header. Use another copy.");
  return parse(first.content, isHeader);
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const found = await listTables(client);
  if (found.length === 0) return;
  throw new DatabaseError(
    `The database isn't empty: it has the table ${found[0]?.name}. Restore into a new database, or with an empty DATA_DIR.`,
  );
}

type Filling = Pick<ReadBackupOptions, "onProgress"> & { known: BackupTable[]; state: Restored };

async function fillTable(
  client: pg.Client,
  frames: AsyncGenerator<Frame>,
  { name, columns }: BackupTable,
  { known, state, onProgress }: Filling,
): Promise<void> {
  // A table that no migration made is the operator's: they have their own copy of it.
  const isOurs = known.some((table) => table.name === name);
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(", ");
  const rows = isOurs ? client.query(copyFrom(`COPY ${pg.escapeIdentifier(name)} (${list}) FROM STDIN`)) : null;
  // Its error is thrown where it is awaited below.
  rows?.on("error", () => undefined);
  try {
    for (;;) {
      const { value: frame, done } = await frames.next();
      if (done || (frame.type !== "data" && frame.type !== "tableEnd")) throw malformed();
      if (frame.type === "tableEnd") break;
      state.bytes += frame.content.length;
      if (rows?.errored) throw rows.errored;
      if (rows && !rows.write(frame.content)) await once(rows, "drain");
      onProgress?.({ table: name, ...state });
    }
    if (rows === null) return;
    rows.end();
    await finished(rows);
    state.rows += rows.rowCount;
    onProgress?.({ table: name, ...state });
  } catch (error) {
    rows?.destroy();
    if ((error as { code?: string }).code === undefined) throw error;
    throw new DatabaseError(`The table ${name} can't be restored: ${(error as Error).message}. Nothing was restored.`, {
      cause: error,
    });
  }
}

async function setSequences(client: pg.Client, sequences: BackupSequence[]): Promise<void> {
  for (const { name, value, isCalled } of sequences) {
    // A database may hold other schemas than ours, and the backup sequences that the operator made.
    await client.query(
      `SELECT setval(oid::regclass, $2, $3) FROM pg_class
       WHERE relkind = 'S' AND relname = $1 AND relnamespace = 'public'::regnamespace`,
      [name, value, isCalled],
    );
  }
}

async function readSetting(client: pg.Client, key: string): Promise<string | null> {
  const { rows } = await client.query<{ value: string }>('SELECT value FROM "Setting" WHERE key = $1', [key]);
  return rows[0]?.value ?? null;
}
