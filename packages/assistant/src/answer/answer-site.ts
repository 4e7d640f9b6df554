import type { Retriever } from "../retriever/retriever.ts";

/** The site that an answer is given from, at one commit. */
export type AnswerSite = {
  retriever: Retriever;
  name: string;
  /** Where its readers find it, without a slash at the end; null lets links be paths, such as `/guide/ssr`. */
  url: string | null;
  /** When the page of a file was last changed; null when that is not known. */
  changedAt(file: string): Date | null;
};
