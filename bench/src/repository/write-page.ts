import type { Random } from "./random.ts";
import { LANGUAGES, NOUNS, writeCode, writeParagraph, writeSentence, writeTitle } from "./write-text.ts";

export type PageSeed = { number: number; title: string; links: readonly string[]; image: string | null };

/** The one line of a page that no other page has: what the scripted edits replace. */
export const reviewLine = (number: number, revision: number) => `Page ${number}, reviewed in revision ${revision}.`;

/**
 * Writes a page of a documentation site: front matter, sections with prose, lists, tables, code blocks and links.
 *
 * Most pages are 2 to 10 KB, one in fifty is a reference page of 30 KB and more, as sites have them.
 */
export function writePage(random: Random, page: PageSeed): string {
  const sections = random.int(1, 50) === 1 ? random.int(30, 45) : random.int(3, 10);
  const body = Array.from({ length: sections }, () => writeSection(random, page.links));
  const picture = page.image === null ? [] : [`![${page.title}](${page.image})`];
  const front = `---\ntitle: "${page.title}"\ndescription: "${writeSentence(random)}"\n---`;
  return `${[front, writeParagraph(random), ...picture, ...body, reviewLine(page.number, 1)].join("\n\n")}\n`;
}

function writeSection(random: Random, links: readonly string[]): string {
  const blocks = [`## ${writeTitle(random)}`, writeParagraph(random)];
  const kind = random.int(0, 4);
  if (kind === 0) blocks.push(writeList(random));
  if (kind === 1) blocks.push(writeTable(random));
  if (kind === 2) blocks.push(`\`\`\`${random.pick(LANGUAGES).name}\n${writeCode(random, random.int(3, 18))}\n\`\`\``);
  const link = links[random.int(0, Math.max(0, links.length - 1))];
  if (kind >= 3 && link !== undefined)
    blocks.push(`See [the ${random.pick(NOUNS)}](${link}). ${writeSentence(random)}`);
  return blocks.join("\n\n");
}

function writeList(random: Random): string {
  return Array.from({ length: random.int(3, 7) }, () => `- ${writeSentence(random)}`).join("\n");
}

function writeTable(random: Random): string {
  const rows = Array.from(
    { length: random.int(3, 9) },
    () => `| \`${random.pick(NOUNS)}_${random.pick(NOUNS)}\` | ${random.int(0, 9999)} | ${writeSentence(random)} |`,
  );
  return ["| Name | Default | Meaning |", "| --- | --- | --- |", ...rows].join("\n");
}
