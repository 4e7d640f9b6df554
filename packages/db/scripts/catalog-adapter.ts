import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import type pg from "pg";

const CHAR_OID = 18;
/** Type numbers of PostgreSQL's own catalog that the adapter does not know, and the ones of the same shape that it does. */
const KNOWN_OID: Record<number, number> = { [CHAR_OID]: 25, 19: 25, 24: 25, 194: 25, 1002: 1009, 1003: 1009 };

type Query = { text: string; types: { getTypeParser(oid: number, format: string): unknown } };
type RunQuery = (query: Query, values: unknown[]) => Promise<pg.QueryArrayResult>;

/**
 * Prisma's adapter for node-postgres, able to read the system catalog: the schema engine asks for columns whose types the
 * adapter refuses, and wants `"char"` told apart from text.
 */
export function catalogAdapter(pool: pg.Pool): PrismaPg {
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
