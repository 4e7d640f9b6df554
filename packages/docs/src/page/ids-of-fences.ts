import { slug } from "github-slugger";

const OWN_ID = /[\s{]#([A-Za-z][\w.:-]{0,100})/;
const NAMED_ID = /\bid="([^"\n]{1,100})"/;
const TITLE = /\btitle="([^"\n]{1,200})"/;

/** The ids that the first line of a code block gives: in braces, as Python-Markdown has it, or to a note of `mdbook-admonish`. */
export function idsOfFence(language: string | null | undefined, meta: string | null | undefined): string[] {
  const info = `${language ?? ""} ${meta ?? ""}`;
  const ids: string[] = [];
  const own = info.startsWith("{") ? OWN_ID.exec(info)?.[1] : undefined;
  if (own !== undefined) ids.push(own);
  const named = NAMED_ID.exec(info)?.[1];
  if (named !== undefined) ids.push(named);
  if (language === "admonish") ids.push(`admonition-${slug(titleOfNote(meta ?? ""))}`);
  return ids;
}

/** A note without a title shows its kind; the title may stand behind the kind by itself. */
function titleOfNote(meta: string): string {
  const [before = "", quoted] = meta.split('"', 2);
  const kind = before.trim().split(/[\s.=]/, 1)[0] || "note";
  return TITLE.exec(meta)?.[1] ?? (quoted && !before.includes("=") ? quoted : kind);
}
