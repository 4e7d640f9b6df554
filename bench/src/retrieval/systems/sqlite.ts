import { DatabaseSync } from "node:sqlite";
import { siteOfCorpus } from "../corpus.ts";
import { plainText, queryWords } from "../peer-text.ts";
import type { CreateSystem } from "../search-system.ts";

const MAX_WORDS = 40;
/** Passages looked at, so that there are pages enough. */
const MAX_ROWS = 60;

/** SQLite's full text search over the same passages as ours, the best of a page counting. */
export const sqlite: CreateSystem = async (pages) => {
  const database = new DatabaseSync(":memory:");
  database.exec(
    "create virtual table passage using fts5(path unindexed, title, headings, description, body, tokenize='porter unicode61')",
  );
  const insert = database.prepare("insert into passage values (?, ?, ?, ?, ?)");
  database.exec("begin");
  for (const { file, title, description, chunks } of await siteOfCorpus(pages)) {
    for (const { seq, headings, text } of chunks)
      insert.run(file, title, headings.join(" \n "), seq === 0 ? (description ?? "") : "", plainText(text));
  }
  database.exec("commit");
  const find = database.prepare(
    "select path from passage where passage match ? order by bm25(passage, 0, 4.0, 2.0, 2.0, 1.0) limit ?",
  );
  return {
    search(query, { limit }) {
      const words = queryWords(query).slice(0, MAX_WORDS);
      if (words.length === 0) return [];
      const rows = find.all(words.map((word) => `"${word}"`).join(" OR "), MAX_ROWS);
      return [...new Set(rows.map(({ path }) => String(path)))].slice(0, limit);
    },
    close: async () => database.close(),
  };
};
