import type { Database } from "@docsteward/db/client";

type Column = {
  table: string;
  name: string;
  type: string;
  /** The first value of an enum. */
  label: string | null;
  isNullable: boolean;
  hasDefault: boolean;
};
type Reference = { table: string; columns: string[]; parent: string; parentColumns: string[] };

/** What a column names that has no foreign key, by the column's name. */
const LOOSE: Record<string, string> = {
  organizationId: "Organization",
  projectId: "Project",
  jobId: "Job",
  retryOfId: "Job",
  keyId: "ApiKey",
  createdByKeyId: "ApiKey",
  replacedById: "ApiKey",
  userId: "User",
  createdById: "User",
  createdByUserId: "User",
  acceptedById: "User",
  actorId: "User",
  ownerId: "Project",
};

/** Tables that belong to the installation, and to no tenant or person. */
const SHARED = new Set([
  "_prisma_migrations",
  "Setting",
  "WorkerProcess",
  "RecentError",
  "GitHubApp",
  "GitHubDelivery",
]);

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * Puts one row into every table that can hold something of a tenant or a person, all of them about the same ones, with the marker in
 * every text that is no reference. A new table is planted without a change here.
 *
 * @returns the tables, and the ids that the rows of some have
 */
export async function plantEverywhere(
  db: Database,
  { marker, values = {} }: { marker: string; values?: Record<string, string> },
): Promise<{ tables: string[]; idOf(table: string): string }> {
  const columns = await db.$queryRaw<Column[]>`
    SELECT class.relname AS "table", attname AS name, format_type(atttypid, NULL) AS type, NOT attnotnull AS "isNullable",
      atthasdef AS "hasDefault",
      (SELECT enumlabel FROM pg_enum WHERE enumtypid = atttypid ORDER BY enumsortorder LIMIT 1) AS label
    FROM pg_attribute JOIN pg_class class ON class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND attnum > 0 AND NOT attisdropped`;
  const references = await db.$queryRaw<Reference[]>`
    SELECT DISTINCT COALESCE(pg_partition_root(conrelid), conrelid)::regclass::text AS "table", confrelid::regclass::text AS parent,
      ARRAY(SELECT attname::text FROM unnest(conkey) WITH ORDINALITY key(number, place)
        JOIN pg_attribute ON attrelid = conrelid AND attnum = number ORDER BY place) AS columns,
      ARRAY(SELECT attname::text FROM unnest(confkey) WITH ORDINALITY key(number, place)
        JOIN pg_attribute ON attrelid = confrelid AND attnum = number ORDER BY place) AS "parentColumns"
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`;
  const bare = (name: string) => name.replaceAll('"', "");
  const parentsOf = (table: string) => references.filter((reference) => bare(reference.table) === table);
  const planted = new Map<string, Record<string, string>>();
  const idOf = (table: string) => `${marker}-${table}`;

  const sqlValueOf = ({ table, name, type, label, isNullable, hasDefault }: Column): string | null => {
    const given = values[`${table}.${name}`];
    if (given !== undefined) return literal(given);
    for (const { columns: own, parent, parentColumns } of parentsOf(table)) {
      const at = own.indexOf(name);
      // A row that refers to its own table names itself.
      if (at >= 0 && bare(parent) === table) return literal(idOf(table));
      const row = planted.get(bare(parent));
      if (at >= 0 && row) return row[parentColumns[at] ?? ""] ?? null;
    }
    const loose = LOOSE[name];
    if (loose !== undefined && name !== "id") return literal(idOf(loose));
    if (name === "id" && type === "text") return literal(idOf(table));
    if (type === "text" || type === "character varying") return literal(`${marker} ${table}.${name}`);
    if (type === "text[]") return `ARRAY[${literal(`${marker} ${table}.${name}`)}]`;
    if (type.endsWith("[]")) return `'{}'`;
    if (type === "json" || type === "jsonb") return literal(JSON.stringify({ [`${marker} ${table}.${name}`]: marker }));
    if (type === "bytea") return `convert_to(${literal(marker)}, 'UTF8')`;
    if (label !== null) return literal(label);
    if (isNullable || hasDefault) return null;
    if (type.startsWith("timestamp") || type === "date") return "now()";
    if (type === "boolean") return "false";
    return "1";
  };

  let waiting = [...new Set(columns.map(({ table }) => table))].filter((table) => !SHARED.has(table));
  while (waiting.length > 0) {
    const free = waiting.filter((table) =>
      parentsOf(table).every(({ parent }) => bare(parent) === table || !waiting.includes(bare(parent))),
    );
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${waiting.join(", ")}`);
    for (const table of free) {
      const row: Record<string, string> = {};
      for (const column of columns) {
        const value = column.table === table ? sqlValueOf(column) : null;
        if (value !== null) row[column.name] = value;
      }
      planted.set(table, row);
      const names = Object.keys(row).map((name) => `"${name}"`);
      await db.$executeRawUnsafe(
        `INSERT INTO "${table}" (${names.join(", ")}) VALUES (${Object.values(row).join(", ")})`,
      );
    }
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return { tables: [...planted.keys()].sort(), idOf };
}

/**
 * Puts a failed entry into each queue, about the rows that were planted with the marker, whose last attempt ended with an error that
 * says the text.
 */
export async function plantEntries(
  db: Database,
  { idOf, text }: { idOf(table: string): string; text: string },
): Promise<void> {
  const entries: [queue: string, data: object][] = [
    ["agent", { jobId: idOf("Job") }],
    ["agent-dead", { jobId: idOf("Job") }],
    ["index", { projectId: idOf("Project") }],
    ["automation", { automationId: idOf("Automation") }],
    // A change of the file that holds a project's automations.
    ["automation", { automationId: idOf("Project") }],
    ["webhook", { deliveryId: idOf("WebhookDelivery") }],
    ["github", { deliveryId: "a-delivery-of-github" }],
    ["github", { answersOfJob: idOf("Job") }],
    ["github", { reportId: idOf("AutomationReport") }],
  ];
  for (const [name, data] of entries) {
    const output = { name: "Error", message: `failed: ${text}`, stack: text };
    await db.$executeRaw`
      INSERT INTO pgboss.job (name, data, state, completed_on, output)
      VALUES (${name}, ${JSON.stringify(data)}::jsonb, 'failed', now(), ${JSON.stringify(output)}::jsonb)`;
  }
}

/** The tables in which any value of any row has the text, and how many rows. Those of the queues are named with their schema. */
export async function searchEverywhere(db: Database, text: string): Promise<Record<string, number>> {
  const tables = await db.$queryRaw<{ schema: string; table: string }[]>`
    SELECT relnamespace::regnamespace::text AS schema, relname AS "table" FROM pg_class
    WHERE relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace) AND (relkind = 'p' OR relkind = 'r' AND NOT relispartition)
    ORDER BY 1, 2`;
  const found: Record<string, number> = {};
  for (const { schema, table } of tables) {
    const name = schema === "public" ? table : `${schema}.${table}`;
    const [row] = await db.$queryRawUnsafe<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM "${schema}"."${table}" line
       WHERE position($1 IN line::text) > 0 OR position(encode(convert_to($1, 'UTF8'), 'hex') IN line::text) > 0`,
      text,
    );
    if (row?.count) found[name] = row.count;
  }
  return found;
}
