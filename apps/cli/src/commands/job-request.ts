import { appendFile } from "node:fs/promises";
import { AgentJob } from "@docsteward/contract/job";
import { JobEventMessage } from "@docsteward/contract/job-event";
import { z } from "zod";
import { createCommand } from "../command.ts";
import { formatAnnotation, toCell } from "../github-actions.ts";
import { oneOf, parseCount, UsageError } from "../options.ts";
import { print, printMessage, stripControlCharacters } from "../output.ts";

type Options = {
  host: string;
  project: string;
  wait?: true;
  minutes: number;
  idempotencyKey?: string;
  format?: "text" | "github";
  summary?: string;
  output?: string;
};

/** `docsteward job request`: starts a job at a service elsewhere, over its API. Needs no installation. */
export const jobRequest = createCommand(
  "request",
  "Start a job at a service elsewhere; the admin key is read from standard input",
  "docsteward job request 'Describe the new flag' --host https://docsteward.example.com --project prj_… --wait < key.txt",
)
  .argument("<prompt>", "the instruction for the agent")
  .requiredOption("--host <url>", "the service's address")
  .requiredOption("--project <id>", "the project's id, from its page of API keys")
  .option("--wait", "wait until the job ends (exit code 1 if it fails)")
  .option("--minutes <count>", "wait at most so long", parseCount(1_440), 60)
  .option("--idempotency-key <text>", "a repeated call with the same text gets the first one's job")
  .option("--format <name>", "text or github (annotations)", oneOf(["text", "github"] as const))
  .option("--summary <file>", "append a summary in Markdown to this file")
  .option("--output <file>", "append job-id, status and pr-link to this file, as GitHub Actions reads it")
  .action(async (prompt: string, options: Options) => {
    const service = openService(options, await readKey());
    const made = await service.create(prompt);
    const job = options.wait ? await waitForEnd(service, made, options) : made;
    const message = job.status === "active" ? null : await service.lastMessage(job.id);
    await report(job, message, options);
    if (job.status === "failed") process.exitCode = 1;
  });

const MAX_KEY = 1_000;

async function readKey(): Promise<string> {
  let text = "";
  for await (const piece of process.stdin.setEncoding("utf8")) {
    text += piece;
    if (text.length > MAX_KEY) break;
  }
  const key = text.trim();
  if (/^[\x21-\x7e]{1,1000}$/.test(key)) return key;
  throw new UsageError("The admin key is missing. Send it on standard input.");
}

type Service = ReturnType<typeof openService>;

const TIMEOUT_MS = 30_000;
const RETRIES = 5;
const MAX_EVENTS_BYTES = 4_000_000;
const Problem = z.object({ error: z.string() });

function openService({ host, project, idempotencyKey }: Options, key: string) {
  const url = URL.parse(host);
  const isLocal = url !== null && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url === null || !(url.protocol === "https:" || (url.protocol === "http:" && isLocal)))
    throw new UsageError("--host must be an address that starts with https://.");
  const base = `${url.origin}${url.pathname.replace(/\/$/, "")}/v2/agent/${encodeURIComponent(project)}`;
  // The key goes nowhere else: a redirect is an error.
  const send = (path: string, init: RequestInit) =>
    fetch(`${base}${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${key}`, ...init.headers },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    for (let tried = 1; ; tried += 1) {
      const response = await send(path, init).catch((error: Error) => error);
      if (response instanceof Response && response.ok) return response;
      const isPassing = response instanceof Error || response.status >= 500;
      // Without an idempotency key a second call might start a second job.
      const isSafe = init.method === undefined || idempotencyKey !== undefined;
      if (isPassing && isSafe && tried < RETRIES) {
        await pause(2 ** tried * 250);
        continue;
      }
      if (response instanceof Error) throw new Error(`The service could not be reached: ${causeOf(response)}.`);
      const problem = Problem.safeParse(await response.json().catch(() => null));
      throw new Error(`The service answered ${response.status}. ${problem.data?.error ?? ""}`.trim());
    }
  };
  const read = async (response: Response) => AgentJob.parse(await response.json());
  return {
    create: async (prompt: string) =>
      read(
        await call("/job", {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
          },
          body: JSON.stringify({ prompt }),
        }),
      ),
    get: async (id: string) => read(await call(`/job/${encodeURIComponent(id)}`)),
    /** The last thing that a job that has ended said; null when its events are gone. */
    async lastMessage(id: string): Promise<string | null> {
      const response = await call(`/job/${encodeURIComponent(id)}/events`);
      const last = (await readBounded(response)).split("\n").findLast((line) => line.startsWith("data: "));
      const event = JobEventMessage.safeParse(parseJson(last?.slice("data: ".length) ?? ""));
      return event.data?.text ?? null;
    },
  };
}

async function readBounded({ body }: Response): Promise<string> {
  let text = "";
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    if (text.length > MAX_EVENTS_BYTES) text = text.slice(-MAX_EVENTS_BYTES / 2);
  }
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A part of a line.
    return null;
  }
}

function causeOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

async function waitForEnd(service: Service, made: AgentJob, { minutes }: Options): Promise<AgentJob> {
  const end = performance.now() + minutes * 60_000;
  let job = made;
  for (let pauseMs = FIRST_PAUSE_MS; job.status === "active"; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    if (performance.now() > end)
      throw new Error(`Job ${job.id} has not ended after ${minutes} minutes. It continues without this command.`);
    await pause(pauseMs);
    job = await service.get(job.id);
  }
  return job;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function report(job: AgentJob, message: string | null, { format, summary, output }: Options): Promise<void> {
  const { id, status, prLink } = job;
  const sentence = { active: "was started", completed: "is done", failed: "failed" }[status];
  printMessage(`Job ${id} ${sentence}.`);
  if (message !== null) printMessage(stripControlCharacters(message));
  if (prLink !== null) print(prLink);
  if (format === "github" && status === "failed")
    print(formatAnnotation("error", { title: "Job failed" }, message ?? id));
  const lines = [
    "### Documentation job",
    "",
    `\`${id}\` ${sentence}.${message === null ? "" : ` ${toCell(message)}`}`,
    ...(prLink === null ? [] : ["", `Pull request: <${new URL(prLink).href}>`]),
    "",
  ];
  if (summary !== undefined) await appendFile(summary, lines.join("\n"));
  if (output !== undefined) await appendFile(output, `job-id=${id}\nstatus=${status}\npr-link=${prLink ?? ""}\n`);
}
