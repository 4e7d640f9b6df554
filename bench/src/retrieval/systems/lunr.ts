import lunrIndex from "lunr";
import { toPlainPage } from "../peer-text.ts";
import type { CreateSystem } from "../search-system.ts";

/** With the weights that documentation themes give it. */
export const lunr: CreateSystem = (pages) => {
  const index = lunrIndex(function () {
    this.ref("path");
    this.field("title", { boost: 10 });
    this.field("headings", { boost: 4 });
    this.field("description", { boost: 4 });
    this.field("body");
    for (const page of pages) this.add(toPlainPage(page));
  });
  return {
    search: (query, { limit }) =>
      index
        .query((builder) => {
          for (const token of lunrIndex.tokenizer(query)) builder.term(token, {});
        })
        .slice(0, limit)
        .map(({ ref }) => ref),
  };
};
