import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

// TypeScript knows WebAssembly only together with the types of a browser.
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

const NO_FILTER = { externalTables: [], externalEnums: [] };

const EMPTY = "-- This is an empty migration.";

/** What the parts of a partitioned table have, and the whole does not, since Prisma knows no parts; and the foreign key that a trigger of "Job" replaces. */
const OF_PARTS = new Set([
  `ALTER TABLE "JobEvent" ADD CONSTRAINT "JobEvent_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;`,
  `ALTER TABLE "JobEvent" ADD CONSTRAINT "JobEvent_pkey" PRIMARY KEY ("jobId", "seq");`,
  `ALTER TABLE "AnswerStreamBatch" ADD CONSTRAINT "AnswerStreamBatch_pkey" PRIMARY KEY ("streamId", "seq");`,
  `ALTER TABLE "AnswerStreamBatch" ADD CONSTRAINT "AnswerStreamBatch_streamId_fkey" FOREIGN KEY ("streamId") REFERENCES "AnswerStream"("id") ON DELETE CASCADE ON UPDATE CASCADE;`,
]);

/**
 * Says which SQL turns the database at `url` into what schema.prisma describes; `-- This is an empty migration.` when they agree.
 *
 * Runs Prisma's schema engine as WebAssembly: npm carries no native build of it.
 */
export async function diffToSchema(url: string, schemaPath: string): Promise<string> {
  await loadEngine();
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const files = [{ path: schemaPath, content: await readFile(schemaPath, "utf8") }];
  const factory = bindMigrationAwareSqlAdapterFactory(catalogAdapter(pool));
  const engine = await bindings.SchemaEngine.new({ datamodels: undefined }, () => undefined, factory);
  try {
    const { stdout } = await engine.diff({
      from: { tag: "schemaDatasource", files, configDir: dirname(schemaPath) },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: null,
      filters: NO_FILTER,
    });
    // Each statement has a comment above it and an empty line below.
    const blocks = (stdout ?? "").trim().split("\n\n");
    const isOfParts = (block: string) => OF_PARTS.has(block.split("\n").slice(1).join("\n"));
    return `${blocks.filter((block) => !isOfParts(block)).join("\n\n") || EMPTY}\n`;
  } finally {
    engine.free();
    await pool.end();
  }
}

let loaded: Promise<void> | undefined;

function loadEngine(): Promise<void> {
  loaded ??= (async () => {
    const folder = dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));
    Object.assign(globalThis, {
      PRISMA_WASM_PANIC_REGISTRY: {
        set_message: (message: string) => {
          throw new Error(message);
        },
      },
    });
    const { instance } = await WebAssembly.instantiate(await readFile(join(folder, "schema_engine_bg.wasm")), {
      "./schema_engine_bg.js": bindings,
    });
    const setWasm = Reflect.get(bindings, "__wbg_set_wasm") as (exports: object) => void;
    setWasm(instance.exports);
    (instance.exports.__wbindgen_start as () => void)();
  })();
  return loaded;
}

const CHAR_OID = 18;
/** Type numbers of PostgreSQL's own catalog that the adapter does not know, and the ones of the same shape that it does. */
const KNOWN_OID: Record<number, number> = { [CHAR_OID]: 25, 19: 25, 24: 25, 194: 25, 1002: 1009, 1003: 1009 };

type Query = { text: string; types: { getTypeParser(oid: number, format: string): unknown } };
type RunQuery = (query: Query, values: unknown[]) => Promise<pg.QueryArrayResult>;

/**
 * Prisma's adapter for node-postgres, able to read the system catalog: the schema engine asks for columns whose types the
 * adapter refuses, and needs `"char"` as a type other than text.
 */
function catalogAdapter(pool: pg.Pool): PrismaPg {
  const originalTypes = new WeakMap<object, number[]>();
  translateTypes(pool, originalTypes);
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      const types = originalTypes.get(result.rows) ?? [];
      const columnTypes = result.columnTypes.map((type, index) =>
        types[index] === CHAR_OID ? ColumnTypeEnum.Character : type,
      );
      return { ...result, columnTypes };
    };
    return adapter;
  };
  return factory;
}

function translateTypes(pool: pg.Pool, originalTypes: WeakMap<object, number[]>): void {
  const known = (oid: number) => KNOWN_OID[oid] ?? oid;
  const query = pool.query.bind(pool) as unknown as RunQuery;
  const translated: RunQuery = async (asked, values) => {
    const types = { getTypeParser: (oid: number, format: string) => asked.types.getTypeParser(known(oid), format) };
    const result = await query({ ...asked, types }, values);
    originalTypes.set(
      result.rows,
      result.fields.map((field) => field.dataTypeID),
    );
    for (const field of result.fields) field.dataTypeID = known(field.dataTypeID);
    return result;
  };
  Object.assign(pool, { query: translated });
}
