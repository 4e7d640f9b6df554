import { form, looksLikePath, matchForm } from "./match-form.ts";
import type { Parser } from "./parser.ts";

const NEW_PAGE =
  "(?:create|add|write|make|start|insert) (?:a |an |the )?(?:new )?(?:docs? |documentation )?(?:page|file|doc|document|article|guide)";
const TITLED = "(?:titled|called|named|entitled|with (?:the |a )?(?:title|name|heading)(?: of)?|title:?|headed)";
const SAYING =
  "(?:,? ?(?:and |which |that |with )?(?:saying|says?|containing|contains|reading|reads|stating|with (?:the |this )?(?:content|text|body|words|following content)|content|text|body|the (?:content|text|body)|to say|it should say|explaining)(?: that)?:? {body})?";

const CREATE_PAGE = [
  form(`${NEW_PAGE} (?:at |in |under |named |called )?(?:the path )?{path.path},? (?:and )?${TITLED} <title>${SAYING}`),
  form(`${NEW_PAGE} ${TITLED} <title> (?:at|as|in file|with (?:the )?path|under the path) {path.path}${SAYING}`),
  form(
    `${NEW_PAGE} (?:${TITLED} )?<title> (?:in|under|inside|below) (?:the )?(?:folder )?{folder.path}(?: folder| section)?${SAYING}`,
  ),
  form(`${NEW_PAGE} ${TITLED} <title>${SAYING}`),
  form(`${NEW_PAGE} (?:at |in |under |named |called )?(?:the path )?{path.path}${SAYING}`),
];

/** `create page PATH titled "T" saying "…"` and its like; a title alone gives the path. */
export const parseCreatePage: Parser = (segment, quotes) => {
  const found = matchForm(CREATE_PAGE, segment, quotes);
  if (found === undefined) return undefined;
  const isTitle = found.path !== undefined && !found.title && (/\s/.test(found.path) || !looksLikePath(found.path));
  if (isTitle && !/\uE000/.test(segment)) return undefined;
  const { folder, body } = found;
  return isTitle
    ? { kind: "create-page", title: found.path, folder, body }
    : { kind: "create-page", path: found.path, title: found.title, folder, body };
};

const SECTION = "(?:a |an |the )?(?:new )?(?:short )?(?:section|chapter|heading|subsection)";
const TO_PAGE = "(?:to|in|on|into|at the (?:end|bottom) of|under|for) (?:the )?(?:page |file )?{page}(?: page)?";

const ADD_SECTION = [
  form(`(?:add|append|write|create|insert|put) ${SECTION} (?:${TITLED} |about |on )?<title>,? ${TO_PAGE}${SAYING}`),
  form(`(?:add|append|write|insert|put) ${TO_PAGE},? ${SECTION} (?:${TITLED} |about )?<title>${SAYING}`),
  form(`${TO_PAGE},? (?:add|append|write|insert|put) ${SECTION} (?:${TITLED} |about )?<title>${SAYING}`),
  form(`(?:the )?(?:page )?{page} needs ${SECTION} (?:${TITLED} |about )?<title>${SAYING}`),
  form(`(?:add|append|write|create|insert) ${SECTION} (?:${TITLED} )?<title>${SAYING},? ${TO_PAGE}`),
  form(`(?:add|append|write|create|insert) ${SECTION} ${TO_PAGE},? ${TITLED} <title>${SAYING}`),
  form(`(?:add|append|write|create|insert) ${SECTION} (?:${TITLED} )?<title>${SAYING}`),
];

/** `add a section "T" to PATH saying "…"` and its like. */
export const parseAddSection: Parser = (segment, quotes) => {
  const found = matchForm(ADD_SECTION, segment, quotes);
  if (!found?.title) return undefined;
  return { kind: "add-section", title: found.title, page: found.page, body: found.body };
};
