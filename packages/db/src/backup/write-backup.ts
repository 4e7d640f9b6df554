import { createWriteStream } from "node:fs";
import { lstat, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { DatabaseError, explainTooMany } from "../database-error.ts";
import {
  type BackupHeader,
  type BackupSequence,
  type BackupTable,
  createFrameWriter,
  type FrameType,
  headLine,
} from "./format.ts";

/** How far a backup or a restore has come. */
export type BackupProgress = { table: string; rows: number; bytes: number };

type WriteBackupOptions = {
  url: string;
  /** The file that is made, or a stream that takes the bytes. */
  target: string | Writable;
  /** The key secret, where it lies in the data folder; null where the operator keeps it. */
  secret: string | null;
  onProgress?(progress: BackupProgress): void;
};

/** Dates and bytes are written the same way whatever the server's settings are. */
export const COPY_SETTINGS = `
  SET LOCAL client_encoding = 'UTF8'; SET LOCAL datestyle = 'ISO, MDY'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL search_path = public`;

/**
 * Writes the whole database into one file while the service runs: every table in one snapshot, so that all rows belong to the same
 * moment. Blocks no reads and writes. Memory does not grow with the data.
 *
 * A file appears under its name when it is whole, and only its owner may read it.
 *
 * @returns rows and their bytes before compression
 * @throws DatabaseError when the database is not Docsteward's; the errors of the file system
 */
export async function writeBackup(
  options: WriteBackupOptions,
): Promise<{ tables: number; rows: number; bytes: number }> {
  const { url, target } = options;
  const client = new pg.Client({ connectionString: url, application_name: "docsteward-backup" });
  client.on("error", () => undefined);
  await client.connect().catch((error: unknown) => {
    throw explainTooMany(error);
  });
  const counts = { tables: 0, rows: 0, bytes: 0 };
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    await client.query(COPY_SETTINGS);
    const frames = Readable.from(makeFrames(client, options, counts), { objectMode: false });
    const pack = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
    if (typeof target !== "string") {
      target.write(headLine());
      await pipeline(frames, pack, target);
      return counts;
    }
    await writeWhole(target, async (file) => {
      file.write(headLine());
      await pipeline(frames, pack, file);
    });
    return counts;
  } finally {
    await client.end();
  }
}

/**
 * Looks at the name itself: a file that this user can't read, and a link that leads nowhere, are there, too.
 *
 * @throws DatabaseError when a file of this name exists
 */
export async function requireNewFile(path: string): Promise<void> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return null;
  });
  if (found !== null) throw new DatabaseError(`The file ${path} exists already. Name a new file, or delete this one.`);
}

/** Writes a file beside its place and moves it there when it is on the disk. An existing file is never replaced. */
async function writeWhole(path: string, write: (file: Writable) => Promise<void>): Promise<void> {
  await requireNewFile(path);
  const draft = `${path}.partial`;
  try {
    await write(createWriteStream(draft, { mode: 0o600, flags: "wx" }));
    for (const name of [draft, dirname(path)]) {
      const handle = await open(name);
      await handle.sync().finally(() => handle.close());
    }
    await rename(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST")
      throw new DatabaseError(
        `Another backup is writing ${draft}, or an earlier one failed. Delete that file if no backup is running.`,
      );
    await rm(draft, { force: true });
    throw error;
  }
}

async function* makeFrames(
  client: pg.Client,
  { secret, onProgress }: WriteBackupOptions,
  counts: { tables: number; rows: number; bytes: number },
): AsyncGenerator<Buffer> {
  const writer = createFrameWriter();
  const frame = (type: Exclude<FrameType, "end">, content: unknown) => writer.frame(type, content);
  const header = await describe(client);
  const tables = await listTables(client);
  // Migrations wait from here on: no table changes between its description and its rows.
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  await client.query(`LOCK TABLE ${names.join(", ")} IN ACCESS SHARE MODE`);
  yield* frame("header", header);
  if (secret !== null) yield* frame("secret", Buffer.from(secret));
  for (const { name, columns } of tables) {
    yield* frame("table", { name, columns } satisfies BackupTable);
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(", ");
    // The statement form, not the table: it reads partitions, too.
    const rows = client.query(copyTo(`COPY (SELECT ${list} FROM ${pg.escapeIdentifier(name)}) TO STDOUT`));
    for await (const chunk of rows) {
      yield* frame("data", chunk as Buffer);
      counts.bytes += (chunk as Buffer).length;
      onProgress?.({ table: name, ...counts });
    }
    yield* frame("tableEnd", { rows: rows.rowCount });
    counts.tables += 1;
    counts.rows += rows.rowCount;
    onProgress?.({ table: name, ...counts });
  }
  yield* frame("sequences", await readSequences(client));
  yield writer.end();
}

/** The tables of the schema and their stored columns, each after those that it refers to. Extensions keep their own. */
export async function listTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { parents: string[] }>(`
    SELECT relname AS name,
      (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
      ARRAY(SELECT parent.relname::text FROM pg_constraint JOIN pg_class parent ON parent.oid = confrelid
        WHERE conrelid = class.oid AND contype = 'f' AND confrelid <> class.oid) AS parents
    FROM pg_class class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = class.oid AND deptype = 'e')
    ORDER BY relname`);
  const sorted: BackupTable[] = [];
  let rest = rows;
  while (rest.length > 0) {
    const waiting = new Set(rest.map(({ name }) => name));
    const free = rest.filter(({ parents }) => !parents.some((parent) => waiting.has(parent)));
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...waiting].join(", ")}`);
    sorted.push(...free.map(({ name, columns }) => ({ name, columns })));
    rest = rest.filter((table) => !free.includes(table));
  }
  return sorted;
}

const UNDEFINED_TABLE = "42P01";

async function describe(client: pg.Client): Promise<BackupHeader> {
  const { rows: versions } = await client.query<{ server_version: string }>("SHOW server_version");
  const { rows: migrations } = await client
    .query<{ name: string; checksum: string }>(
      `SELECT migration_name AS name, checksum FROM _prisma_migrations
       WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL ORDER BY migration_name`,
    )
    .catch((cause: { code?: string }) => {
      if (cause.code !== UNDEFINED_TABLE) throw cause;
      throw new DatabaseError(
        "This database has no tables of Docsteward, so there is nothing to back up. Check DATABASE_URL and DATA_DIR.",
        { cause },
      );
    });
  return { createdAt: new Date().toISOString(), postgres: versions[0]?.server_version ?? "", migrations };
}

async function readSequences(client: pg.Client): Promise<BackupSequence[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT sequencename::text AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename",
  );
  const sequences: BackupSequence[] = [];
  for (const { name } of rows) {
    const { rows: states } = await client.query<{ last_value: string; is_called: boolean }>(
      `SELECT last_value, is_called FROM ${pg.escapeIdentifier(name)}`,
    );
    for (const { last_value: value, is_called: isCalled } of states) sequences.push({ name, value, isCalled });
  }
  return sequences;
}
