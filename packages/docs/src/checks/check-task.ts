import { siteTask } from "../bounded/site-task.ts";
import { type CheckInput, checkSite } from "./check-site.ts";

// A file of its own: the process with bounds loads what checks pages, and the process that asks does not.

/** Run by its name. @public */
export const checkSiteTask = siteTask(async (changes: CheckInput["changes"], { reader, threads }) => {
  const now = reader("now");
  if (now === null) throw new Error("Checks need a reader.");
  return checkSite({ reader: now, base: reader("base"), changes, threads });
});
