import { createRandom } from "./create-random.ts";
import { PAGE_NAMES } from "./site-pages.ts";

/** What one message asks for, and how long its sender waits before sending it. */
export type Part = { prompt: string; pages: string[]; pauseMs: number };

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
