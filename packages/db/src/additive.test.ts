import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { MIGRATIONS_FOLDER, migrate } from "./migrate.ts";
import { createEmptyDatabase } from "./testing.ts";

const FIRST_MARKED = "20261122200000";

/** Restrictions that no code meets. */
const HARMLESS: Record<string, string[]> = {
  // It keeps out times that are more than a week ahead, and is gone two migrations later.
  "20261128030000_events_until": ["JobEvent.JobEvent_until restricts JobEvent.createdAt"],
};

type Column = { name: string; type: string; isRequired: boolean; hasDefault: boolean };

/** What code that runs on a database may rely on. */
type Catalog = {
  columns: Column[];
  /** Functions with what they take and give, and values of enums. */
  others: string[];
  /** Each with the columns that it is over. */
  constraints: { name: string; columns: string[] }[];
};

async function readCatalog(client: pg.Client): Promise<Catalog> {
  const { rows: columns } = await client.query<Column>(`
    SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS "isRequired",
      a.atthasdef OR a.attidentity <> '' AS "hasDefault"
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped`);
  const { rows: others } = await client.query<{ name: string }>(`
    SELECT 'function ' || p.oid::regprocedure || ' returns ' || pg_get_function_result(p.oid) AS name
    FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`);
  const { rows: values } = await client.query<{ name: string }>(`
    SELECT 'value ' || t.typname || '.' || e.enumlabel AS name FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid`);
  const { rows: constraints } = await client.query<{ name: string; columns: string[] }>(`
    SELECT c.relname || '.' || k.conname AS name,
      (SELECT array_agg((c.relname || '.' || a.attname)::text) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (k.conkey)) AS columns
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE c.relnamespace = 'public'::regnamespace AND k.contype IN ('c', 'f', 'u', 'x')
    UNION ALL
    SELECT i.indexrelid::regclass::text,
      (SELECT array_agg((c.relname || '.' || a.attname)::text) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (i.indkey))
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    WHERE c.relnamespace = 'public'::regnamespace AND i.indisunique`);
  return { columns, others: [...others, ...values].map(({ name }) => name), constraints };
}

/** What of a migration stops code of before it: what it takes away, what it demands, and what it can't read. */
function findBreaks(before: Catalog, after: Catalog): string[] {
  const known = new Map(before.columns.map((column) => [column.name, column]));
  const now = new Map(after.columns.map((column) => [column.name, column]));
  const tables = new Set(before.columns.map(({ name }) => name.split(".", 1)[0]));
  const enums = new Set(before.others.filter((name) => name.startsWith("value ")).map((name) => name.split(".", 1)[0]));
  const names = new Set(before.constraints.map(({ name }) => name));
  return [
    ...before.columns.flatMap(({ name, type, isRequired }) => {
      const column = now.get(name);
      if (column === undefined) return [`${name} is gone`];
      if (column.type !== type) return [`${name} is a ${column.type}, was a ${type}`];
      return column.isRequired && !isRequired ? [`${name} is required`] : [];
    }),
    ...after.columns
      .filter(({ name }) => !known.has(name) && tables.has(name.split(".", 1)[0]))
      .filter(({ isRequired, hasDefault }) => isRequired && !hasDefault)
      .map(({ name }) => `${name} is new and required, without a default`),
    ...before.others.filter((name) => !after.others.includes(name)).map((name) => `${name} is gone`),
    ...after.others
      .filter((name) => enums.has(name.split(".", 1)[0] ?? "") && !before.others.includes(name))
      .map((name) => `${name} is new, and older code can't read it`),
    ...after.constraints
      .filter(
        ({ name, columns }) => !names.has(name) && columns?.length && columns.every((column) => known.has(column)),
      )
      .map(({ name, columns }) => `${name} restricts ${columns.join(", ")}`),
  ];
}

test("a migration that calls itself additive takes nothing from older code, and demands nothing of it", async () => {
  await using stack = new AsyncDisposableStack();
  const database = await createEmptyDatabase();
  stack.defer(() => database.drop());
  const folder = await mkdtemp(join(tmpdir(), "docsteward-migrations-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  stack.defer(() => client.end());
  const names = (await readdir(MIGRATIONS_FOLDER)).filter((name) => !name.endsWith(".toml")).sort();
  const add = (name: string) => cp(join(MIGRATIONS_FOLDER, name), join(folder, name), { recursive: true });
  for (const name of names.filter((one) => one < FIRST_MARKED)) await add(name);
  await migrate(database.url, folder);

  const breaks: Record<string, string[]> = {};
  let before = await readCatalog(client);
  for (const name of names.filter((one) => one >= FIRST_MARKED)) {
    await add(name);
    await migrate(database.url, folder);
    const after = await readCatalog(client);
    breaks[name] = findBreaks(before, after);
    before = after;
  }

  const additive: string[] = [];
  for (const name of Object.keys(breaks)) {
    const sql = await readFile(join(MIGRATIONS_FOLDER, name, "migration.sql"), "utf8");
    if (sql.startsWith("-- additive\n")) additive.push(name);
  }
  for (const name of additive) expect({ name, breaks: breaks[name] }).toEqual({ name, breaks: HARMLESS[name] ?? [] });
  expect(breaks["20261122220000_plain_names"]?.length).toBeGreaterThan(0);
});
