import type { IndexedPage } from "../page/indexed-page.ts";
import type { Retriever } from "../retriever/retriever.ts";

/** The site that an answer is given from, at one commit. */
export type AnswerSite = {
  retriever: Retriever;
  name: string;
  /** Where its readers find it, without a slash at the end; null lets links be paths, such as `/guide/ssr`. */
  url: string | null;
  /** When a page was last changed; null when that is not known. */
  updatedAt(page: IndexedPage): Date | null;
};
