import { setTimeout as wait } from "node:timers/promises";
import { makeRepository } from "@docsteward/git/testing";
import { createClient } from "@docsteward/tooling/demo/client";
import { askAssistant } from "@docsteward/tooling/demo/questions";
import { type HostileProject, type HostileTenant, untilIndexed } from "../hostile-tenant.ts";
import type { HostileInput } from "./input.ts";

const POLL_MS = 200;

/** Texts that cost a careless reader far more than their size. */
const SHAPES: Record<string, (bytes: number) => string> = {
  "heading of spaces": (bytes) => `# ${" ".repeat(bytes)}\r x`,
  "open comments": (bytes) => "<!--".repeat(bytes / 4),
  "open brackets": (bytes) => "[".repeat(bytes),
  "open images": (bytes) => "![a](".repeat(bytes / 5),
  "nested quotes": (bytes) => ">".repeat(bytes),
  "nested lists": (bytes) =>
    Array.from({ length: Math.sqrt(bytes) }, (_, depth) => `${" ".repeat(depth * 2)}- a`).join("\n"),
  "open tags": (bytes) => "<a ".repeat(bytes / 3),
  "open expressions": (bytes) => "{".repeat(bytes),
  "backticks of every length": (bytes) =>
    Array.from({ length: Math.sqrt(bytes * 2) }, (_, length) => `${"`".repeat(length + 1)} `).join(""),
  stars: (bytes) => "*a ".repeat(bytes / 3),
  "table of pipes": (bytes) => `${"|".repeat(bytes / 2)}\n${"|-".repeat(bytes / 4)}|`,
  "front matter without end": (bytes) => `---\n${"a: &a [*a]\n".repeat(bytes / 11)}`,
  "spaces before a letter": (bytes) => `a${" \t".repeat(bytes / 2)}b`,
  "one long line of words": (bytes) => "word ".repeat(bytes / 5),
};

const SHORT = 20_000;
const LONG = 900_000;

/** Each shape as a short page of a repository of its own, and all of them as long as pages may be. */
export function hostilePages(): HostileInput[] {
  const write = (make: (bytes: number) => string, bytes: number) => `---\ntitle: Recieve\n---\n\n${make(bytes)}\n`;
  const short = Object.entries(SHAPES).map(([shape, make]) =>
    pageInput(`page: ${shape}`, { "index.md": write(make, SHORT) }),
  );
  const long = Object.fromEntries(
    Object.values(SHAPES).map((make, index) => [`page-${index}.md`, write(make, LONG)] as const),
  );
  return [...short, pageInput("pages: every shape in 900 kB", long)];
}

function pageInput(name: string, files: Record<string, string>): HostileInput {
  return {
    name,
    bytes: Object.values(files).reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    send: async (tenant, signal) => {
      await using repository = await makeRepository({ "other.mdx": "# Other\n\nThe typo is recieve.\n", ...files });
      return await tenant.withProject(repository, (project) => workOn(tenant, project, signal));
    },
  };
}

/** Has the pages indexed, a job done on them, and a question answered from them. */
export async function workOn(tenant: HostileTenant, project: HostileProject, signal: AbortSignal): Promise<string> {
  const indexed = await untilIndexed(project, signal);
  const api = createClient({ url: tenant.url, projectId: project.ctx.project.id, key: project.adminKey, signal });
  const job = await api.createJob('fix the typo "recieve" and replace "word" with "term" everywhere');
  let { status } = job;
  while (status === "active") {
    await wait(POLL_MS, undefined, { signal });
    ({ status } = await api.getJob(job.id));
  }
  if (indexed !== "indexed") return `${indexed}; job ${status}`;
  const { domain, assistantKey: key } = project;
  const answered = await askAssistant({ url: tenant.url, domain, key, signal }, "What is the typo?").then(
    () => "answered",
    (error: Error) => error.message.slice(0, 60),
  );
  return `indexed; job ${status}; ${answered}`;
}
