import pg from "pg";
import { toPlainPage } from "../peer-text.ts";
import type { CreateSystem } from "../search-system.ts";

/** A tsvector holds no more. */
const MAX_BODY = 600_000;

/** PostgreSQL's full text search for any of the words; `websearch_to_tsquery` wants all of them, and finds next to nothing. */
export const postgresql: CreateSystem = async (pages, { databaseUrl }) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("create temp table page (path text, words tsvector)");
  for (const { path, title, headings, description, body } of pages.map(toPlainPage)) {
    await client.query(
      `insert into page values ($1, setweight(to_tsvector('english', $2), 'A') || setweight(to_tsvector('english', $3), 'B')
        || setweight(to_tsvector('english', $4), 'B') || setweight(to_tsvector('english', $5), 'D'))`,
      [path, title, headings, description, body.slice(0, MAX_BODY)],
    );
  }
  await client.query("create index on page using gin (words)");
  await client.query("analyze page");
  return {
    async search(query, { limit }) {
      const { rows } = await client.query<{ path: string }>(
        `select path from page,
          (select nullif(replace(plainto_tsquery('english', $1)::text, ' & ', ' | '), '')::tsquery as wanted) question
          where words @@ wanted order by ts_rank(words, wanted, 1) desc, path limit $2`,
        [query, limit],
      );
      return rows.map(({ path }) => path);
    },
    close: () => client.end(),
  };
};
