import { fileURLToPath } from "node:url";
import { type AutomationsEdit, type EditedAutomations, editAutomations } from "@docsteward/docs/edit-automations";

/** Runs in a process with bounds: the file is a repository's text. See `writeFileChanges`. */
export const EDIT_FILE = { module: fileURLToPath(import.meta.url), name: "editFileTask" };

/** Input of the task: the file, null where there is none yet. */
export type EditFileTask = { text: string | null; edit: AutomationsEdit };

/** Run by its name. @public */
export async function editFileTask({ text, edit }: EditFileTask): Promise<EditedAutomations> {
  return editAutomations(text, edit);
}
