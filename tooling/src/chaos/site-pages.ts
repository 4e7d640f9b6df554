/** The pages that jobs write on. Every part also writes on the log page. */
export const PAGE_NAMES = Array.from({ length: 16 }, (_, index) => `page-${String(index + 1).padStart(2, "0")}`);

export const LOG_PATH = "log.mdx";

const SLOTS = 4;

/** Where a page of the site lies. */
export const pathOf = (name: string) => `pages/${name}.mdx`;

/** An exact replacement, as the `edit` tool takes it. */
export type Edit = { path: string; old: string; new: string };

/**
 * What a part changes. Each has lines of its own on its pages; the log page's only line goes from part to part, so that parts
 * in another order than they were sent in cannot be written.
 */
export function editsOf(job: string, part: number, pages: readonly string[]): Edit[] {
  const before = part === 0 ? "nobody" : `${job}, part ${part - 1}`;
  return [
    ...pages.map((name) => ({
      path: pathOf(name),
      old: `Part ${part}: empty.`,
      new: `Part ${part}: ${job} was here.`,
    })),
    { path: LOG_PATH, old: `Last writer: ${before}.`, new: `Last writer: ${job}, part ${part}.` },
  ];
}

/** A site as its repository holds it before any job: Mintlify's navigation and short pages. */
export function makeSitePages(site: number): Record<string, string> {
  const slots = Array.from({ length: SLOTS }, (_, part) => `Part ${part}: empty.\n`).join("\n");
  const page = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}`;
  const pages = ["index", "log", ...PAGE_NAMES.map((name) => `pages/${name}`)];
  return {
    "docs.json": `${JSON.stringify({ name: `Site ${site}`, navigation: { pages } }, null, 2)}\n`,
    "index.mdx": page(`Site ${site}`, "A site that is worked on while its workers die. See [the log](/log).\n"),
    [LOG_PATH]: page("Log", "Last writer: nobody.\n"),
    ...Object.fromEntries(PAGE_NAMES.map((name) => [pathOf(name), page(name, slots)])),
  };
}

/** The pages that a job's branch has to hold in the end, by path: only those that differ from the base. */
export function expectedPages(
  site: number,
  job: { name: string; parts: readonly { pages: string[] }[] },
): Map<string, string> {
  const base = makeSitePages(site);
  const changed = new Map<string, string>();
  for (const [part, { pages }] of job.parts.entries()) {
    for (const edit of editsOf(job.name, part, pages)) {
      const text = changed.get(edit.path) ?? base[edit.path] ?? "";
      changed.set(edit.path, text.replace(edit.old, edit.new));
    }
  }
  return changed;
}
