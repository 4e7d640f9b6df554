import { create, insertMultiple, search } from "@orama/orama";
import { toPlainPage } from "../peer-text.ts";
import type { CreateSystem } from "../search-system.ts";

const FIELDS = ["title", "headings", "description", "body"] as const;
const BATCH = 500;

export const orama: CreateSystem = async (pages) => {
  const schema = {
    path: "string",
    title: "string",
    headings: "string",
    description: "string",
    body: "string",
  } as const;
  const database = create({ schema, components: { tokenizer: { stemming: true, language: "english" } } });
  await insertMultiple(database, pages.map(toPlainPage), BATCH);
  return {
    async search(term, { limit }) {
      const boost = { title: 4, headings: 2, description: 2 };
      const { hits } = await search(database, { term, properties: [...FIELDS], limit, threshold: 1, boost });
      return hits.map(({ document }) => document.path);
    },
  };
};
