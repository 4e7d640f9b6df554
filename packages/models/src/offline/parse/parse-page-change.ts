import { form, looksLikePath, matchForm } from "./match-form.ts";
import type { Parser } from "./parser.ts";

const ANYWAY =
  "(?:,? ?(?:and |then |with |including |along with )?(?:(?:update|fix|adjust|mend|keep|change) )?(?:all |every |any |the |its )*(?:inbound |internal )?(?:links?|references?)(?: to it)?(?:,? (?:and )?(?:the |its )?(?:navigation|nav|sidebar|menu)(?: entr(?:y|ies))?)?)?";
const TO = "(?:to|into|as|under|→|->|=>)";

const MOVE = [
  form(
    `(?:rename|move|relocate) (?:the )?(?:page|file|doc|document|article|guide)(?: at| called| named)? {from} ${TO} (?:the )?(?<folder>(?:folder|directory) )?{to.path}(?<folder2> folder| directory)?${ANYWAY}`,
  ),
  form(
    `(?:rename|move|relocate) (?:the )?{from} (?:page|file|doc|article|guide) ${TO} (?:the )?(?<folder>(?:folder|directory) )?{to.path}(?<folder2> folder| directory)?${ANYWAY}`,
  ),
  form(
    `(?:rename|move|relocate) {from.path} ${TO} (?:the )?(?<folder>(?:folder|directory) )?{to.path}(?<folder2> folder| directory)?${ANYWAY}`,
  ),
];

/** `rename page A to B`, `move A to the folder B` and their like. */
export const parseMovePage: Parser = (segment, quotes) => {
  const found = matchForm(MOVE, segment, quotes);
  if (!found?.from || !found.to) return undefined;
  const namesPage =
    /^\w+\s+(?:the\s+)?(?:page|file|doc|document|article|guide)\b/i.test(segment) ||
    /\s(?:page|file|doc|article|guide)\s+(?:to|into|as)\b/i.test(segment);
  const isMove = /^(?:move|relocate)/i.test(segment);
  if (!namesPage && !looksLikePath(found.from) && !looksLikePath(found.to) && !isMove) return undefined;
  const isFolder = found.folder !== undefined || found.folder2 !== undefined || found.to.endsWith("/");
  return { kind: "move-page", from: found.from, to: found.to, isFolder };
};

const PAGE = "(?:page|file|doc|document|article|guide)";
const PAGE_WORD = /\b(?:page|file|doc|document|article|guide)\b/i;
const DELETE = [
  form(
    `(?:delete|remove|drop|get rid of|take out|erase) (?:the )?(?:old |outdated )?${PAGE}(?: at| called| named| titled)? {page}${ANYWAY}`,
  ),
  form(`(?:delete|remove|drop|get rid of|take out|erase) (?:the )?{page} ${PAGE}${ANYWAY}`),
  form(`(?:delete|remove|drop|get rid of|erase) {page.path}${ANYWAY}`),
];

/** `delete page PATH` and its like. Without the word "page" only a path is meant. */
export const parseDeletePage: Parser = (segment, quotes) => {
  const found = matchForm(DELETE, segment, quotes);
  if (!found?.page) return undefined;
  const namesPage = segment.split(/\s/).some((word) => PAGE_WORD.test(word) && !/[/.]/.test(word));
  return namesPage || looksLikePath(found.page) ? { kind: "delete-page", page: found.page } : undefined;
};
