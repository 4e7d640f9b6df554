import { createRandom } from "./random.ts";

/** What one message asks for, and how long its sender waits before sending it. */
type Part = { prompt: string; pages: string[]; pauseMs: number };

export type JobPlan = {
  /** In every message of the job and in no other: `chaos-017`. */
  name: string;
  /** Number of the site it works on. */
  site: number;
  /** The prompt of the job, then its follow-ups in the order they are sent. */
  parts: Part[];
  /** Its caller sends each accepted request once more with the same key, like one that lost the answer. */
  isRepeated: boolean;
  /** Its caller reads the event stream, from where it was after each loss. */
  isFollowed: boolean;
};

const PAGES_A_PART = 2;
const MAX_FOLLOW_UPS = 3;
const LONGEST_PAUSE_MS = 4_000;
const REQUEST = /(chaos-\d+) part (\d+): write it on the pages ([\w, -]+)\./g;

/** The work of a run: half of the jobs get one to three follow-ups, some while they work and some after. */
export function planJobs(seed: string, options: { jobs: number; sites: number }): JobPlan[] {
  const random = createRandom(`${seed}/jobs`);
  return Array.from({ length: options.jobs }, (_, index) => {
    const name = `chaos-${String(index + 1).padStart(3, "0")}`;
    const followUps = random.next() < 0.5 ? random.between(1, MAX_FOLLOW_UPS) : 0;
    const parts = Array.from({ length: followUps + 1 }, (_none, part) => {
      const pages = random.shuffle(PAGE_NAMES).slice(0, PAGES_A_PART);
      const pauseMs = part === 0 ? 0 : random.between(0, LONGEST_PAUSE_MS);
      return { pages, pauseMs, prompt: `${name} part ${part}: write it on the pages ${pages.join(", ")}.` };
    });
    return {
      name,
      site: index % options.sites,
      parts,
      isRepeated: random.next() < 0.2,
      isFollowed: random.next() < 0.25,
    };
  });
}

export type AskedPart = { name: string; part: number; pages: string[] };

/** Finds in the words of people what they asked for, in order: what the scripted model goes by. */
export function readRequests(text: string): AskedPart[] {
  return [...text.matchAll(REQUEST)].map(([, name = "", part = "", pages = ""]) => ({
    name,
    part: Number(part),
    pages: pages.split(", "),
  }));
}

/** The pages that jobs write on. Every part also writes on the log page. */
const PAGE_NAMES = Array.from({ length: 16 }, (_, index) => `page-${String(index + 1).padStart(2, "0")}`);

const LOG_PATH = "log.mdx";

const SLOTS = 4;

/** Where a page of the site lies. */
const pathOf = (name: string) => `pages/${name}.mdx`;

/** An exact replacement, as the `edit` tool takes it. */
type Edit = { path: string; old: string; new: string };

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
