/** Texts that an attacker might write into a repository to block its readers, each of about so many characters. */
export type HostileShape = [name: string, write: (size: number) => string];

const fill = (unit: string) => (size: number) => unit.repeat(Math.max(1, Math.floor(size / unit.length)));
const line = (start: string, unit: string, end: string) => (size: number) => start + fill(unit)(size) + end;
/** Each piece one sign longer than the one before. */
const growing = (sign: string, before: string, after: string) => (size: number) => {
  const pieces: string[] = [];
  for (let length = 1, sum = 0; sum < size; length += 1) {
    pieces.push(before + sign.repeat(length) + after);
    sum += length + before.length + after.length;
  }
  return pieces.join("");
};
/** Each line names the next number. */
const counted = (write: (number: number) => string) => (size: number) => {
  const lines: string[] = [];
  for (let sum = 0; sum < size; ) sum += lines.push(write(lines.length)) && (lines.at(-1)?.length ?? 0) + 1;
  return lines.join("\n");
};

export const HOSTILE_PAGES: HostileShape[] = [
  ["blanks behind a #", line("# ", " ", "\r x\n")],
  ["headings of blanks and #", line("# a", " #", " x\n")],
  ["HTML comments never closed", fill("<!--")],
  ["MDX comments never closed", fill("{/*")],
  ["comments in code never closed", fill("`<!-- ")],
  ["scripts never closed", fill("<script>")],
  ["raw elements never closed", fill("<pre><textarea>")],
  ["growing backticks", growing("`", " ", "a")],
  ["one run of backticks", line("", "`", "\na\n")],
  ["growing fences", growing("~", "\n", "\n")],
  ["fences of backticks, then text", line("```", "`", "\ntext `\n".repeat(400))],
  ["code blocks", fill("```\n```\n")],
  ["opening brackets", fill("[")],
  ["images without an end", fill("![](")],
  ["images in images", fill("![")],
  ["links in brackets", fill("[a](")],
  ["links with nested parentheses", fill("[a](((")],
  ["many links", counted((number) => `[page ${number}](/docs/${number}#a${number})`)],
  ["references without a definition", fill("[a][b]")],
  ["definitions", counted((number) => `[a${number}]: /b${number}`)],
  ["footnotes", counted((number) => `[^${number}]: a [^${number + 1}]`)],
  ["comments in a shortcode", line("{{< a >}}\n", "<!-- -->\n", "{{< /a >}}\n")],
  ["HTML without an end in a shortcode", line("{{< a >}}\n", "<?\n", "{{< /a >}}\n")],
  ["shortcodes in shortcodes", fill("{{< a >}}\n<!A\n{{< a >}}\n{{< /a >}}\n")],
  ["brackets at lines", fill("[\n")],
  ["tables", fill("|a|b|\n|-|-|\n")],
  ["one wide table", (size) => `${"|a".repeat(size / 4)}|\n${"|-".repeat(size / 4)}|\n`],
  ["rules of tables", line("a|b\n\t", "-", "\t x\n")],
  ["tags without an end", fill("<a ")],
  ["links of HTML without an end", fill('<a href="')],
  ["attributes", line("<a", ' b="<a c="', "\n")],
  ["attributes of one tag", line("<a", " b='c'", " <\n")],
  ["tags without quotes' end", fill(`<b "'`)],
  ["headings in headings", fill("<h1>\n\n")],
  ["components in components", fill("<A>\n")],
  ["emphasis", fill("*_")],
  ["emphasis around words", fill("**a _b ")],
  ["nested quotes", fill("> ")],
  ["nested lists", (size) => Array.from({ length: Math.sqrt(size) }, (_, at) => `${" ".repeat(at)}- a`).join("\n")],
  ["lists in one line", fill("- ")],
  ["ordered lists in one line", fill("1) ")],
  ["imports never ended", fill("import {\n")],
  ["imports without a module", fill("import a from\n")],
  ["imports", counted((number) => `import a${number} from "./a${number}.mdx"`)],
  ["exports", fill("export const a = 1\n")],
  ["exports of lists", line("export const a = ", "[", "\n")],
  ["expressions", fill("{a}")],
  ["braces never closed", fill("{")],
  ["one long sum", line("{a", "+a", "}\n")],
  ["names of nothing", counted((number) => `<Name${number} /> {name${number}}`)],
  ["front matter never closed", line("---\n", "a: b\n", "")],
  [
    "front matter of keys",
    (size) => `---\n${counted((number) => `k${number}: 1`)(Math.min(size, 60_000))}\n---\n# a\n`,
  ],
  ["front matter of brackets", (size) => `---\na: ${fill("[")(Math.min(size, 60_000))}\n---\n`],
  ["front matter of lists", (size) => `---\na: ${fill("- ")(Math.min(size, 60_000))}\n---\n`],
  ["front matter of aliases", (size) => `---\n${aliases(Math.min(size, 60_000))}\n---\n`],
  [
    "a long title",
    (size) => `---\ntitle: ${"long ".repeat(Math.min(size / 8, 10_000))}\n---\n${fill("# a\n\nb\n\n")(size / 2)}`,
  ],
  ["containers", fill(":::a\n")],
  ["includes", fill("{!")],
  ["formulas", line("$a", "_{$ ", "\n")],
  ["formulas never closed", fill("$$\n")],
  ["ids", fill("{#id")],
  ["ids at a heading", line("# a", "{#id", "\n")],
  ["ids with blanks", line("{:", " ", "#a{#\n")],
  ["entities", fill("&a")],
  ["numbers of entities", fill("&#1")],
  ["returns alone", fill("\r")],
  ["returns and text", fill("a\r")],
  ["signs of no width", fill("\u200b")],
  ["half characters", fill("\ud800[a](\ud83d)")],
  ["setext headings", fill("a\n=\n")],
  ["underlines", fill("=\n")],
  ["headings without text", fill("#\n")],
  ["headings of the same name", fill("# a\n")],
  ["a heading above each line", fill("# a\n\nb\n\n")],
  ["one long line", fill("a")],
  ["one line of words", fill("aB1 ")],
  ["one word of many parts", fill("aB_")],
  ["an address", fill("a://")],
  ["mail addresses", fill("a@")],
  ["many short lines", fill("\n")],
  ["many blank lines", fill(" \n")],
  ["one line of blanks", line("a", "\t", "b")],
  ["backslashes", fill("\\")],
  ["shortcodes", fill("{{<")],
  ["tabs of a site", fill('=== "a"\n')],
];

function aliases(size: number): string {
  const levels = Math.floor(Math.log2(size)) * 2;
  const rows = Array.from({ length: levels }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`);
  return `a0: &a0 [1]\n${rows.join("\n")}\n${counted((number) => `b${number}: *a0`)(size / 2)}`;
}

/** By the name of the file of navigation that holds it. */
export const HOSTILE_NAVIGATION: [name: string, path: string, write: (size: number) => string][] = [
  ["deep JSON", "docs.json", fill("[")],
  ["deep objects", "docs.json", fill('{"a":')],
  ["comments in JSON", "docs.json", line('{"navigation": ', "/*", "}")],
  ["JSON of quotes", "docs.json", fill('"')],
  ["pages", "docs.json", (size) => json({ navigation: { pages: refs(size) } })],
  ["groups", "docs.json", (size) => nested(size)],
  [
    "redirects",
    "docs.json",
    (size) => json({ navigation: {}, redirects: refs(size).map((source) => ({ source: `/${source}/:a` })) }),
  ],
  ["items of Nextra", "_meta.json", (size) => json(Object.fromEntries(refs(size).map((ref) => [ref, ref])))],
  [
    "links of Fumadocs",
    "meta.json",
    (size) => json({ pages: [`[]${"[]".repeat(size / 4)}${"](".repeat(size / 4)}n`] }),
  ],
  ["a sidebar", "sidebars.json", (size) => json({ docs: refs(size) })],
  [
    "a sidebar as code",
    "sidebars.js",
    (size) => `module.exports = ${json({ docs: refs(size) }).replaceAll(",", ",\n")}`,
  ],
  ["constants of constants", "sidebars.js", (size) => constants(size)],
  ["brackets as code", "sidebars.js", fill("[")],
  ["YAML of keys", "mkdocs.yml", counted((number) => `k${number}: 1`)],
  ["YAML of brackets", "mkdocs.yml", fill("[")],
  ["YAML of lists", "mkdocs.yml", line("nav: ", "- ", "\n")],
  [
    "YAML of deep lists",
    "mkdocs.yml",
    (size) => `nav:\n${Array.from({ length: Math.sqrt(size) }, (_, at) => `${" ".repeat(at)}- a:`).join("\n")}`,
  ],
  ["YAML of aliases", "mkdocs.yml", (size) => aliases(size)],
  ["YAML of quotes", "mkdocs.yml", fill('"\n')],
  [
    "checks to be ignored",
    ".docsteward/checks.json",
    (size) => json({ ignore: refs(size).map((ref) => `**/*${ref}*a*a*b`) }),
  ],
  ["paths made by a build", ".gitignore", counted((number) => `*a*a*a${number}*b`)],
];

const json = (value: unknown) => JSON.stringify(value);
const refs = (size: number) => Array.from({ length: Math.ceil(size / 10) }, (_, at) => `page${at}`);

function nested(size: number): string {
  const depth = 90;
  const name = "g".repeat(Math.ceil(size / 2 / depth));
  const pages = json(refs(size / 2));
  return `{"navigation":${`{"group":"${name}","pages":[`.repeat(depth)}${pages.slice(1, -1)}${"]}".repeat(depth)}}`;
}

function constants(size: number): string {
  const rows = Array.from({ length: Math.ceil(size / 24) }, (_, at) => `const a${at + 1} = [a${at}, a${at}];`);
  return `const a0 = ["a"];\n${rows.join("\n")}\nmodule.exports = { docs: [...a${Math.min(30, rows.length)}, a40] };`;
}

/** Whether the long form of tests with hostile texts is asked for. */
const IS_WHOLE = process.env.HOSTILE === "all";

const ALL_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024];
/**
 * Scanners read a megabyte in a wink; a parser takes seconds. One reader of one shape may read a long text each time. The filter of
 * an answer holds back some text, so that its cost for each kilobyte is whole from two kilobytes on.
 */
const SIZES = IS_WHOLE
  ? { single: ALL_SIZES, scanner: ALL_SIZES, parser: ALL_SIZES, answer: ALL_SIZES.slice(1, 8) }
  : { single: [64, 512], scanner: [8, 64], parser: [1, 8], answer: [2, 8] };
/** Below it a cost is noise: of the machine, of a table that grows, of code that is compiled. */
const FLOOR_MS = 6;
const MAX_GROWTH = 3;
const TRIES = 8;
/** No text may cost more, however long it is. */
const MAX_MS_OF_A_MEGABYTE = 4_000;

/**
 * Doubles a text, and names those sizes at which a kilobyte of it costs more than three times what it cost at a smaller one.
 * The cost is CPU of this thread, the best of a few tries where the first one looks bad.
 */
export async function findGrowth(
  write: (size: number) => string,
  read: (text: string) => unknown,
  kind: keyof typeof SIZES,
): Promise<string[]> {
  const found: string[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const kilobytes of SIZES[kind]) {
    const text = write(kilobytes * 1_024);
    const limit = Math.max(MAX_GROWTH * least * kilobytes, MAX_GROWTH * FLOOR_MS);
    const ms = await leastCost(text, read, Math.min(limit, MAX_MS_OF_A_MEGABYTE));
    if (ms > limit || ms > MAX_MS_OF_A_MEGABYTE)
      found.push(
        `${kilobytes} kB: ${Math.round(ms)} ms, ${(ms / kilobytes / least).toFixed(1)} times as much a kilobyte`,
      );
    if (found.length > 0) break;
    least = Math.min(least, Math.max(ms, FLOOR_MS) / kilobytes);
  }
  return found;
}

async function leastCost(text: string, read: (text: string) => unknown, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES && least > enough; attempt += 1) {
    const before = process.threadCpuUsage();
    await read(text);
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
