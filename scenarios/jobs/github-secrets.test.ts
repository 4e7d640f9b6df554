import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "@docsteward/db/client";
import { reply, type ScriptTurn } from "@docsteward/model-script/script";
import { createRecordingLog } from "@docsteward/platform/log";
import { sendMessage } from "@docsteward/services/job/send-message";
import { startAgentQueue } from "@docsteward/worker/agent-queue";
import { pollDueRepositories } from "@docsteward/worker/index/watch-repositories";
import { startGitHubWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const change = (old: string, next: string): ScriptTurn[] => [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old, new: next }),
  reply.tool("finish", { title: "Fix a typo", summary: "Fixed." }),
];
const ROUNDS = [...change("recieve", "receive"), ...change("keeps", "holds"), ...change("updates", "news")];

/** The arguments and environment of every process on this machine, polled until the test stops it. */
function watchArguments(): { stop(): Promise<string> } {
  const seen = new Set<string>();
  let isStopped = false;
  const look = async () => {
    for (const pid of await readdir("/proc")) {
      if (!/^\d+$/.test(pid)) continue;
      seen.add(await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""));
    }
  };
  const watching = (async () => {
    while (!isStopped) await look();
  })();
  return {
    async stop() {
      isStopped = true;
      await watching;
      return [...seen].join("\n");
    },
  };
}

async function readAll(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, "latin1").catch(() => "")))).join("\n");
}

/** Every row of every table, the queue's own included. */
async function readRows(db: Database): Promise<string> {
  const tables = await db.$queryRawUnsafe<{ name: string }[]>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const [found] = await db.$queryRawUnsafe<{ text: string | null }[]>(
      `SELECT string_agg(to_jsonb(line)::text, E'\\n') AS text FROM ${name} line`,
    );
    texts.push(found?.text ?? "");
  }
  return texts.join("\n");
}

test.runIf(process.platform === "linux")(
  "no token that was ever minted, nor the key, is in the data folder, an argument, a log line or a row",
  async () => {
    const lines: string[] = [];
    const log = createRecordingLog((line) => lines.push(line));
    await using opened = await startGitHubWorker(ROUNDS, {
      takesJobs: false,
      services: { log },
      prepare: async ({ forge }) => {
        forge.addFault({ kind: "server_error", at: "git upload-pack" });
        forge.addFault({ kind: "bad_credentials", at: "git receive-pack" });
        forge.addFault({ kind: "bad_credentials", at: "POST /repos/{owner}/{repo}/pulls" });
        forge.addFault({ kind: "server_error", at: "POST /app/installations/{installation_id}/access_tokens" });
      },
    });
    const { worker, at } = opened;
    const watched = watchArguments();
    const queue = await startAgentQueue({ ...worker.parts, log });
    const job = await worker.run("Fix the typo");
    await pollDueRepositories(worker.services, { everySeconds: 1 });

    await sendMessage(worker.ctx, { id: job.id, prompt: "Say holds" });
    const second = await worker.end(job.id);
    at.repository.setRules("*", { isProtected: true });
    await sendMessage(worker.ctx, { id: job.id, prompt: "Say news" });
    const failed = await worker.end(job.id);
    queue.stop();

    const argumentsSeen = await watched.stop();
    const rows = await readRows(worker.services.db);
    const places = {
      "the data folder": await readAll(worker.services.dataDir),
      arguments: argumentsSeen,
      "the log": lines.join("\n"),
      rows,
    };
    const tokens = at.forge.mintedTokens();
    expect([job.status, second.status, failed.status]).toEqual(["completed", "completed", "failed"]);
    expect(tokens.length).toBeGreaterThan(2);
    const secrets = [
      ...tokens,
      ...tokens.map((token) => Buffer.from(`x-access-token:${token}`).toString("base64")),
      ...at.config.privateKey.split("\n").filter((line) => line.length === 64),
    ];
    for (const [place, text] of Object.entries(places)) {
      expect(text.length, place).toBeGreaterThan(100);
      expect(
        secrets.filter((secret) => text.includes(secret)),
        place,
      ).toEqual([]);
    }
  },
);
