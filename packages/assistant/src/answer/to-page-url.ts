import type { IndexedPage } from "../page/indexed-page.ts";
import type { AnswerSite } from "./answer-site.ts";

/** The address of a page, or of a heading in it: on the site when its address is known, else as a path of it. */
export function toPageUrl({ url }: Pick<AnswerSite, "url">, page: IndexedPage, anchor: string | null): string {
  const hash = anchor === null ? "" : `#${encodeURI(anchor)}`;
  return `${url ?? ""}${encodeURI(page.path)}${hash}`;
}
