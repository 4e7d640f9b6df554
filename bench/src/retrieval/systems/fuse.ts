import Fuse from "fuse.js";
import { queryWords, toPlainPage } from "../peer-text.ts";
import type { CreateSystem } from "../search-system.ts";

/** It was made for names, and takes seconds over whole pages. */
const MAX_BODY = 4_000;
const MAX_WORDS = 8;
const MIN_WORD = 4;

export const fuse: CreateSystem = (pages) => {
  const documents = pages.map(toPlainPage).map((page) => ({ ...page, body: page.body.slice(0, MAX_BODY) }));
  const index = new Fuse(documents, {
    keys: [
      { name: "title", weight: 4 },
      { name: "headings", weight: 2 },
      { name: "description", weight: 2 },
      { name: "body", weight: 1 },
    ],
    ignoreLocation: true,
    threshold: 0.6,
    useExtendedSearch: true,
  });
  return {
    search(query, { limit }) {
      const words = queryWords(query).filter((word) => word.length >= MIN_WORD);
      const anyOf = words.slice(0, MAX_WORDS).map((word) => `'${word}`);
      return index.search(anyOf.join(" | "), { limit }).map(({ item }) => item.path);
    },
  };
};
