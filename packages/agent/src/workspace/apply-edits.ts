import { isPageFile } from "@docsteward/contract/docs-files";
import { ToolRefusal } from "../tools/tool-refusal.ts";
import { editText, type Replacement } from "./edit-text.ts";
import { foreignFormat } from "./foreign-format.ts";
import type { JobPages } from "./job-pages.ts";

/**
 * Makes replacements in one file, in order; when one of them cannot be made, none is. `style` says where the new lines are
 * formatted otherwise than their page.
 *
 * @throws ToolRefusal naming the replacement that failed, counted from 1, when there are several
 */
export async function applyEdits(
  pages: JobPages,
  path: string,
  edits: readonly Replacement[],
): Promise<{ replacements: number; note?: string; style?: string[] }> {
  const before = await pages.readForEdit(path);
  let text = before;
  let replacements = 0;
  let note: string | undefined;
  for (const [index, edit] of edits.entries()) {
    const result = editText(text, edit);
    if ("error" in result)
      throw new ToolRefusal(
        edits.length === 1 ? result.error : `Edit ${index + 1} of ${edits.length}: ${result.error}`,
      );
    text = result.text;
    replacements += result.replacements;
    note = result.note ?? note;
  }
  if (text !== before) await pages.write(path, text);
  const style = isPageFile(path) ? foreignFormat(before, text) : [];
  return { replacements, ...(note === undefined ? {} : { note }), ...(style.length === 0 ? {} : { style }) };
}
