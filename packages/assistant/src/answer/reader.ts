import type { IndexedPage } from "../page/indexed-page.ts";
import { findPage } from "../page/page-address.ts";
import { isSameLanguage } from "../retriever/page-languages.ts";
import type { Language } from "../retriever/retriever.ts";
import type { AnswerRequest, AnswerSite } from "./answer.ts";

/** What is known of a reader's languages. */
export type Reader = {
  /** Best first. */
  languages: readonly Language[];
  /** That of the question; undefined where it is unclear. */
  asksIn: Language | undefined;
};

/** Tells which languages a reader wants pages in: the question's, else that of the page they are on, else what the browser says. */
export function readerOf({ question, currentPath, languages = [] }: AnswerRequest, { retriever }: AnswerSite): Reader {
  const asksIn = retriever.languageOf(question);
  const page = currentPath === undefined ? null : findPage(retriever, currentPath);
  const known = [asksIn, page?.language].filter((language) => language !== undefined);
  return { asksIn, languages: page === null ? [...known, ...languages] : known };
}

/** Whether a page is in another language than the question. */
export function isForeign({ language }: Pick<IndexedPage, "language">, { asksIn }: Reader): boolean {
  return asksIn !== undefined && !isSameLanguage(language, asksIn);
}
