import { readSite } from "../read-site.ts";
import { siteTask } from "./site-task.ts";

/** Reads a site as others do, and meets a page or a navigation file that a reader of ours never leaves. */
export const readSiteTask = siteTask(async (spinsOn: string[], { reader }) => {
  const site = reader("site");
  if (site === null) return null;
  const { pages, navigation } = await readSite(site);
  const texts: Record<string, number> = {};
  for (const { path, text } of await site.readMany(await site.paths())) {
    texts[path] = text.length;
    if (text.includes("crash")) process.kill(process.pid, "SIGSEGV");
    if (spinsOn.some((mark) => text.includes(mark))) /^(a+)+$/.test(`${"a".repeat(60)}b`);
  }
  const titles = [...pages.values()].map(({ path, title }) => [path, title]);
  return { titles, texts, entries: navigation.entries.length, process: process.pid };
});
