import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import MiniSearch from "minisearch";

/**
 * What a site of its own does without a service: reads the pages of a checkout from disk, cuts them at their headings, and puts
 * them into MiniSearch.
 *
 * @returns how long that took up to the first answer
 */
export async function indexWithMinisearch(checkout: string): Promise<number> {
  const start = performance.now();
  const index = new MiniSearch({ fields: ["title", "heading", "text"], storeFields: ["file"] });
  let id = 0;
  for (const entry of await readdir(checkout, { recursive: true })) {
    if (!/\.mdx?$/.test(entry)) continue;
    const text = await readFile(join(checkout, entry), "utf8");
    const title = /^title:\s*"?(.*?)"?$/m.exec(text)?.[1] ?? entry;
    const body = text.replace(/^---\n[\s\S]*?\n---\n/, "");
    for (const section of body.split(/^(?=#{1,6} )/m)) {
      const heading = /^#+ (.*)$/m.exec(section)?.[1] ?? "";
      index.add({ id: id++, file: entry, title, heading, text: section });
    }
  }
  if (index.search("how do I restore a quota of a region?").length === 0)
    throw new Error("MiniSearch answers nothing.");
  return performance.now() - start;
}
