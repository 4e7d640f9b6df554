import { frontmatterEnd, maskCode } from "../text/mask-code.ts";
import { nameOf, withoutEnding } from "./paths.ts";

/** A page's title: from its front matter, else its first heading, else its file's name. */
export function titleOf(text: string, path: string): string {
  const end = frontmatterEnd(text);
  const named = /^title[ \t]*:(.*)$/m.exec(text.slice(0, end))?.[1]?.trim();
  if (named) return unquote(named);
  const heading = /^#[ \t]+([^ \t\r\n][^\r\n]*)$/m.exec(maskCode(text).slice(end))?.[1]?.trim();
  return heading ?? nameOf(withoutEnding(path));
}

function unquote(value: string): string {
  const single = /^'(.*)'$/.exec(value)?.[1];
  if (single !== undefined) return single.replace(/''/g, "'");
  try {
    return value.startsWith('"') ? String(JSON.parse(value)) : value;
  } catch {
    // YAML knows escapes that JSON does not; the words are near enough for a title.
    return value.slice(1, -1);
  }
}
