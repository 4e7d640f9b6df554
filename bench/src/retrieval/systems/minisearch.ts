import MiniSearch from "minisearch";
import { stemOrDrop, toPlainPage } from "../peer-text.ts";
import type { CreateSystem } from "../search-system.ts";

export const minisearch: CreateSystem = (pages) => {
  const index = new MiniSearch({
    idField: "path",
    fields: ["title", "headings", "description", "body"],
    processTerm: stemOrDrop,
    searchOptions: { boost: { title: 4, headings: 2, description: 2 } },
  });
  index.addAll(pages.map(toPlainPage));
  return {
    search: (query, { limit }) =>
      index
        .search(query)
        .slice(0, limit)
        .map(({ id }) => String(id)),
  };
};
