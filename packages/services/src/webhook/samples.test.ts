import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../../..");
const PAGE = readFileSync(join(ROOT, "docs/webhooks.md"), "utf8");
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

const RUNNERS = {
  python: {
    command: ["python3", "-"],
    call: `
import json, os
print(verify(os.environ["WEBHOOK_SECRET"], json.loads(os.environ["HEADERS"]), os.environ["BODY"].encode()))`,
    isAccepted: (output: string) => output === "True\n",
  },
  ts: {
    command: [process.execPath, "--input-type=module-typescript", "-"],
    call: `
function queueForLater(event: unknown) {}
const { HEADERS = "", BODY } = process.env;
const request = new Request("https://example.com/hooks", { method: "POST", headers: JSON.parse(HEADERS), body: BODY });
console.log((await POST(request)).status);`,
    isAccepted: (output: string) => output === "204\n",
  },
};

function sampleOf(language: string): string {
  const code = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(PAGE)?.[1];
  if (code === undefined) throw new Error(`docs/webhooks.md has no sample in ${language}.`);
  return code;
}

/** Whether the sample accepts a delivery, run as it stands in the document. */
function accepts(language: keyof typeof RUNNERS, { body, sentAt }: { body: string; sentAt: Date }): boolean {
  const { command, call, isAccepted } = RUNNERS[language];
  const [program = "", ...args] = command;
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1_000)),
    "webhook-signature": `v1,AAAA ${new Webhook(SECRET).sign("msg_1", sentAt, '{"type":"webhook.ping"}')}`,
  };
  const run = spawnSync(program, args, {
    cwd: import.meta.dirname,
    input: sampleOf(language) + call,
    env: { PATH: process.env.PATH, WEBHOOK_SECRET: SECRET, HEADERS: JSON.stringify(headers), BODY: body },
    encoding: "utf8",
  });
  if (run.error) throw new Error(`The samples need ${program}: install it.`, { cause: run.error });
  return isAccepted(run.stdout);
}

test.each(["python", "ts"] as const)(
  "the sample in %s accepts what was sent, and nothing changed or old",
  (language) => {
    const sentAt = new Date();
    const body = '{"type":"webhook.ping"}';

    expect(accepts(language, { body, sentAt })).toBe(true);
    expect(accepts(language, { body: '{"type":"job.failed"}', sentAt })).toBe(false);
    expect(accepts(language, { body, sentAt: new Date(sentAt.getTime() - 3_600_000) })).toBe(false);
  },
);
