import { Document } from "flexsearch";
import { toPlainPage } from "../peer-text.ts";
import type { CreateSystem } from "../search-system.ts";

const WEIGHTS: Record<string, number> = { title: 4, headings: 2, description: 2, body: 1 };
const MAX_RESULTS = 50;

/** It ranks each field on its own: the ranks are put together by weight. */
export const flexsearch: CreateSystem = (pages) => {
  const index = new Document({ document: { id: "path", index: Object.keys(WEIGHTS) }, tokenize: "strict" });
  for (const page of pages) index.add(toPlainPage(page));
  return {
    search(query, { limit }) {
      const scores = new Map<string, number>();
      for (const { field, result } of index.search(query, { limit: MAX_RESULTS, suggest: true })) {
        for (const [place, path] of result.entries())
          scores.set(String(path), (scores.get(String(path)) ?? 0) + (WEIGHTS[field ?? ""] ?? 1) / (10 + place));
      }
      return [...scores]
        .sort(([, a], [, b]) => b - a)
        .slice(0, limit)
        .map(([path]) => path);
    },
  };
};
