import { lstat, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { zstdCompressSync } from "node:zlib";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEmptyDatabase, createTestDatabase, type EmptyDatabase, type TestDatabase } from "../testing.ts";
import { createFrameWriter, type FrameType, headLine } from "./format.ts";
import { readBackup } from "./read-backup.ts";
import { listTables, writeBackup } from "./write-backup.ts";

let source: TestDatabase;
let empty: EmptyDatabase;
let folder: string;
let file: string;
beforeEach(async () => {
  [source, empty] = [await createTestDatabase(), await createEmptyDatabase()];
  folder = await mkdtemp(join(tmpdir(), "docsteward-backup-"));
  file = join(folder, "all.backup");
});
afterEach(async () => {
  await Promise.all([source.drop(), empty.drop()]);
  await rm(folder, { recursive: true, force: true });
});

async function on<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The rows of every table, as text. */
const rowsOf = (url: string) =>
  on(url, async (client) => {
    const tables = await listTables(client);
    const rows: Record<string, unknown> = {};
    for (const { name } of tables)
      rows[name] = (await client.query(`SELECT t::text FROM "${name}" t ORDER BY t::text`)).rows;
    return rows;
  });

/** A tenant with texts, numbers and bytes that are hard to write down. */
async function fill({ db }: TestDatabase): Promise<void> {
  const odd = 'tab\t line\nfeed \\N \\. back\\slash "quotes" ü 😀';
  await db.organization.create({ data: { id: "org_1", slug: "acme", name: odd, jobLimits: { odd } } });
  const site = {
    organizationId: "org_1",
    name: odd,
    host: "local",
    repository: "file:///srv/docs.git",
    baseRef: "main",
  };
  await db.project.create({ data: { id: "prj_1", domain: "acme", ...site } });
  await db.job.create({
    data: {
      id: "job_1",
      projectId: "prj_1",
      model: "offline",
      repository: site.repository,
      baseRef: "main",
      costMicroUsd: 9_007_199_254_740_993n,
      messages: { create: { id: "msg_1", seq: 1, role: "user", content: odd } },
      journal: { create: { seq: 1, attempt: 1, kind: "round", data: { "z\\u0000": odd, a: [null, 1.5] } } },
    },
  });
  await db.gap.create({
    data: {
      id: "gap_1",
      projectId: "prj_1",
      question: odd,
      lastAskedAt: new Date(1),
      vector: Buffer.from([0, 9, 92, 255]),
    },
  });
  await db.waitingJob.createMany({
    data: [1, 2, 3].map((n) => ({ jobId: `job_${n}`, projectId: "prj_1", organizationId: "org_1" })),
  });
}

test("every row of every table comes back as it was, and new rows continue its numbers", async () => {
  await fill(source);
  const written = await writeBackup({ url: source.url, target: file, secret: "the secret" });

  let secret: string | null = null;
  const restored = await readBackup({
    url: empty.url,
    source: file,
    beforeCommit: async (found) => {
      secret = found.secret;
    },
  });

  expect(await rowsOf(empty.url)).toEqual(await rowsOf(source.url));
  expect(restored).toMatchObject({ rows: written.rows, bytes: written.bytes });
  expect(secret).toBe("the secret");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const [next] = await on(
    empty.url,
    async (client) =>
      (
        await client.query(
          `INSERT INTO "WaitingJob" ("jobId", "projectId", "organizationId") VALUES ('j', 'p', 'o') RETURNING id`,
        )
      ).rows,
  );
  expect(Number(next.id)).toBe(4);
  // The triggers work again: this one tells searches of new words.
  await on(empty.url, (client) => client.query(`UPDATE "Job" SET title = 'Lanternfish'`));
  expect(await on(empty.url, async (client) => (await client.query(`SELECT search::text FROM "Job"`)).rows)).toEqual([
    { search: expect.stringContaining("lanternfish") },
  ]);
});

test("all rows belong to one moment, however much is written meanwhile", async () => {
  let pairs = 0;
  let isWriting = true;
  const writer = (async () => {
    for (; isWriting; pairs += 1) {
      const key = `pair-${pairs}`;
      await source.db.$executeRaw`
        WITH cost AS (INSERT INTO "CostCounter" VALUES (${key}, '2026-11', 1))
        INSERT INTO "Setting" VALUES (${key}, '1')`;
    }
  })();
  await expect.poll(() => pairs).toBeGreaterThan(20);
  const before = pairs;

  let seen = before;
  await writeBackup({
    url: source.url,
    target: file,
    secret: null,
    onProgress: () => {
      seen = pairs;
    },
  });
  await expect.poll(() => pairs).toBeGreaterThan(seen);
  isWriting = false;
  await writer;
  await readBackup({ url: empty.url, source: file });

  const [counts] = await on(
    empty.url,
    async (client) =>
      (
        await client.query(
          `SELECT (SELECT count(*)::int FROM "CostCounter") AS costs, (SELECT count(*)::int FROM "Setting") AS settings`,
        )
      ).rows,
  );
  expect(counts.costs).toBe(counts.settings);
  expect(counts.costs).toBeGreaterThanOrEqual(before);
});

test("a backup that is cut, changed or none is refused, and nothing is restored", async () => {
  await fill(source);
  await writeBackup({ url: source.url, target: file, secret: null });
  const whole = await readFile(file);
  const changed = Buffer.from(whole);
  changed.writeUInt8(changed.readUInt8(whole.length >> 1) ^ 1, whole.length >> 1);
  const copy = join(folder, "copy.backup");
  const damaged = `The backup ${copy} is damaged or incomplete, so nothing was restored. Use another copy.`;
  const none = `The file ${copy} is not a backup of Docsteward. Name a file that \`docsteward backup\` made.`;

  for (const [bytes, sentence] of [
    [whole.subarray(0, whole.length - 1), damaged],
    [whole.subarray(0, whole.length >> 1), damaged],
    [whole.subarray(0, 30), damaged],
    [changed, damaged],
    [Buffer.alloc(0), none],
    [Buffer.from("PGDMP and so on, without any line end, for more than sixty-four bytes ................"), none],
    [
      Buffer.concat([Buffer.from("DOCSTEWARD BACKUP 2\n"), whole.subarray(20)]),
      `The backup ${copy} has a format that this version of Docsteward doesn't know. Restore it with the version that made it.`,
    ],
  ] as const) {
    await writeFile(copy, bytes);
    await expect(readBackup({ url: empty.url, source: copy })).rejects.toThrow(sentence);
  }
  await expect(readBackup({ url: empty.url, source: join(folder, "none") })).rejects.toThrow("does not exist");
  expect(await rowsOf(empty.url)).toEqual({});
});

test("a restore into a database with tables is refused, and so is the backup of a newer version", async () => {
  await writeBackup({ url: source.url, target: file, secret: null });
  await expect(readBackup({ url: source.url, source: file })).rejects.toThrow(
    "The database isn't empty: it has the table",
  );

  await on(source.url, (client) =>
    client.query(`INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs)
      VALUES ('x', 'x', now(), '29990101000000_later', 'additive')`),
  );
  const later = join(folder, "later.backup");
  await writeBackup({ url: source.url, target: later, secret: null });
  await expect(readBackup({ url: empty.url, source: later })).rejects.toThrow(
    "The backup has the migration 29990101000000_later, which is from a newer Docsteward.",
  );
  expect(await rowsOf(empty.url)).toEqual({});
});

test("an error at the very end undoes all of the restore", async () => {
  await fill(source);
  await writeBackup({ url: source.url, target: file, secret: null });

  await expect(
    readBackup({
      url: empty.url,
      source: file,
      beforeCommit: async () => {
        throw new Error("No secret.");
      },
    }),
  ).rejects.toThrow("No secret.");

  expect(await rowsOf(empty.url)).toEqual({});
});

test("a backup never replaces a file, and one of a database without tables is refused and leaves no file", async () => {
  await writeFile(file, "precious");
  await expect(writeBackup({ url: source.url, target: file, secret: null })).rejects.toThrow("exists already");
  expect(await readFile(file, "utf8")).toBe("precious");
  const link = join(folder, "link.backup");
  await symlink(join(folder, "not-mounted"), link);
  await expect(writeBackup({ url: source.url, target: link, secret: null })).rejects.toThrow("exists already");
  expect((await lstat(link)).isSymbolicLink()).toBe(true);

  const other = join(folder, "other.backup");
  await expect(writeBackup({ url: empty.url, target: other, secret: null })).rejects.toThrow("nothing to back up");
  await expect(stat(other)).rejects.toThrow();
  await expect(stat(`${other}.partial`)).rejects.toThrow();
});

test("a restore changes no sequence of another schema", async () => {
  await on(source.url, (client) => client.query("CREATE SEQUENCE invoice_id_seq; SELECT nextval('invoice_id_seq')"));
  await on(empty.url, (client) => client.query("CREATE SCHEMA shop; CREATE SEQUENCE shop.invoice_id_seq START 4711"));
  await writeBackup({ url: source.url, target: file, secret: null });

  await readBackup({ url: empty.url, source: file });

  const next = await on(empty.url, (client) => client.query("SELECT nextval('shop.invoice_id_seq')::int AS value"));
  expect(next.rows).toEqual([{ value: 4711 }]);
});

type Forged = [Exclude<FrameType, "end">, unknown][];

/** A whole backup of these frames, with the right checksum: what a hostile author would hand over. */
async function writeForged(frames: Forged): Promise<void> {
  const writer = createFrameWriter();
  const bytes = [...frames.flatMap(([type, content]) => writer.frame(type, content)), writer.end()];
  await writeFile(file, Buffer.concat([Buffer.from(headLine()), zstdCompressSync(Buffer.concat(bytes))]));
}

test("a forged backup runs none of its names as SQL, and what it lacks is said in a sentence", async () => {
  const { rows: migrations } = await on(source.url, (client) =>
    client.query("SELECT migration_name AS name, checksum FROM _prisma_migrations ORDER BY migration_name"),
  );
  const header = { createdAt: "now", postgres: "18", migrations };
  const evil = 'id") FROM STDIN; DROP TABLE "User"; --';
  const malformed = "The backup contains data that Docsteward doesn't write, so nothing was restored.";

  const cases: [Forged, string][] = [
    [
      [
        ["table", { name: "Setting", columns: [evil] }],
        ["data", Buffer.from("x\n")],
        ["tableEnd", {}],
      ],
      "The table Setting can't be restored",
    ],
    [
      [
        ["table", { name: evil, columns: [evil] }],
        ["tableEnd", {}],
        ["sequences", [{ name: evil, value: "x", isCalled: 1 }]],
        ["data", "x"],
      ],
      malformed,
    ],
    [[["table", null]], malformed],
    [[["table", Buffer.from("{")]], malformed],
    [[["sequences", 1]], malformed],
    [[["table", { name: "Setting", columns: ["key", "value"] }]], malformed],
  ];
  for (const [frames, sentence] of cases) {
    await writeForged([["header", header], ...frames]);
    await expect(readBackup({ url: empty.url, source: file })).rejects.toThrow(sentence);
  }
  await writeForged([["header", { migrations: 1 }]]);
  await expect(readBackup({ url: empty.url, source: file })).rejects.toThrow(malformed);
  expect(await rowsOf(empty.url)).toEqual({});
});

test("a backup that comes through a pipe and is cut leaves nothing restored", async () => {
  await fill(source);
  await writeBackup({ url: source.url, target: file, secret: null });
  const whole = await readFile(file);

  for (const length of [whole.length - 1, whole.length >> 1]) {
    const pipe = Readable.from([whole.subarray(0, length)]);
    await expect(readBackup({ url: empty.url, source: pipe })).rejects.toThrow(
      "The backup standard input is damaged or incomplete",
    );
  }
  expect(await rowsOf(empty.url)).toEqual({});
});
