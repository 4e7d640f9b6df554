import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { catalogAdapter } from "./catalog-adapter.ts";

// TypeScript knows WebAssembly only together with the types of a browser.
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

const NO_FILTER = { externalTables: [], externalEnums: [] };

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
    return stdout ?? "";
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
