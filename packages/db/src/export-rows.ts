import { createReadStream, createWriteStream } from "node:fs";
import { mkdtempDisposable, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { listTables, requireNewFile } from "./backup/write-backup.ts";

/** Rows of one table for an export. */
export type ExportedTable = {
  name: string;
  /** The condition of the rows, of the row `t`. `$1` stands for the owner's id. */
  where: string;
  /** Columns that are left out: what is secret, and what means nothing elsewhere. */
  without?: readonly string[];
};

// Stored JSON keeps its text, and a line end in it is space between values. `jsonb` would refuse the \u0000 that journals may hold.
const ONE_LINE = `translate(row_to_json(r)::text, E'\\n\\r', '  ')`;
// JSON holds neither byte in its text, so each line of the output is the JSON of one row, without any quotes around it.
const RAW_LINES = `(FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')`;

/**
 * Writes rows as JSON lines, a file for each table, into one tar archive with gzip. All of one moment, while the service runs.
 *
 * @returns the rows of each table
 * @throws DatabaseError when the file exists
 */
export async function exportRows(
  url: string,
  { ownerId, tables, file }: { ownerId: string; tables: readonly ExportedTable[]; file: string },
): Promise<Record<string, number>> {
  await requireNewFile(file);
  const client = new pg.Client({ connectionString: url, application_name: "docsteward-export" });
  client.on("error", () => undefined);
  await client.connect();
  await using folder = await mkdtempDisposable(join(dirname(file), ".docsteward-export-"));
  const draft = join(folder.path, "archive");
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    await client.query("SET LOCAL statement_timeout = 0; SET LOCAL client_encoding = 'UTF8'");
    const known = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]));
    const counts: Record<string, number> = {};
    const members = async function* () {
      for (const { name, where, without = [] } of tables) {
        // The archive says how long a file is before it begins.
        const path = join(folder.path, "rows");
        const columns = known.get(name)?.filter((column) => !without.includes(column)) ?? [];
        const list = columns.map((column) => client.escapeIdentifier(column)).join(", ");
        const condition = where.replaceAll("$1", () => client.escapeLiteral(ownerId));
        const selected = `SELECT ${list} FROM ${client.escapeIdentifier(name)} t WHERE ${condition}`;
        const rows = client.query(copyTo(`COPY (SELECT ${ONE_LINE} FROM (${selected}) r) TO STDOUT ${RAW_LINES}`));
        await pipeline(rows, createWriteStream(path, { mode: 0o600 }));
        counts[name] = rows.rowCount;
        const { size } = await stat(path);
        yield tarHeader(`${name}.jsonl`, size);
        yield* createReadStream(path);
        if (size % TAR_BLOCK > 0) yield Buffer.alloc(TAR_BLOCK - (size % TAR_BLOCK));
      }
      yield Buffer.alloc(2 * TAR_BLOCK);
    };
    await pipeline(
      Readable.from(members(), { objectMode: false }),
      createGzip(),
      createWriteStream(draft, { mode: 0o600 }),
    );
    await rename(draft, file);
    return counts;
  } finally {
    await rm(draft, { force: true });
    await client.end();
  }
}

const TAR_BLOCK = 512;
/** Larger sizes are written in base 256. */
const MAX_OCTAL = 0o77777777777;

/** A header of the POSIX format `ustar`. */
function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(TAR_BLOCK);
  header.write(name, 0, 100, "utf8");
  header.write("0000600\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  if (size <= MAX_OCTAL) header.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  else {
    header.writeUInt8(0x80, 124);
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write(
    `${Math.floor(Date.now() / 1_000)
      .toString(8)
      .padStart(11, "0")}\0`,
    136,
  );
  header.write("0", 156);
  header.write("ustar\x0000", 257, "latin1");
  header.fill(" ", 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}
