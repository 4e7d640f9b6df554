import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { leastCpuMs } from "@docsteward/platform/testing-cpu";
import { expect, test } from "vitest";
import { findNewSecrets } from "./leak-checks.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** Text without a pattern, the same in every run. */
function random(length: number, signs = LETTERS): string {
  let [seed, text] = [12_345, ""];
  while (text.length < length) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += signs[Math.floor(seed / 65_536) % signs.length];
  }
  return text;
}

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

// Put together here, so that scanners do not take this file for a leak.
const SECRETS: Record<string, string> = {
  "sk-proj-": `sk-${"proj-"}${random(48)}`,
  "sk-proj- in its long form": `sk-${"proj-"}${random(74)}T3Blbk${"FJ"}${random(74)}`,
  "sk-ant-": `sk-${"ant-"}api03-${random(93)}AA`,
  "sk-ant- cut short": `sk-${"ant-"}api03-${random(24)}`,
  AIza: `AI${"za"}${random(35)}`,
  "xoxb-": `xo${"xb-"}123456789012-1234567890123-${random(24)}`,
  "glpat-": `gl${"pat-"}${random(20)}`,
  sk_live_: `sk_${"live_"}${random(24)}`,
  rk_live_: `rk_${"live_"}${random(24)}`,
  npm_: `np${"m_"}${random(36)}`,
  whsec_: `wh${"sec_"}${random(32)}`,
  ghp_: `gh${"p_"}${random(36)}`,
  ghs_: `gh${"s_"}${random(36)}`,
  github_pat_: `github_${"pat_"}${random(22)}_${random(59)}`,
  "AWS access key": `AK${"IA"}${random(16, UPPER)}`,
  "private key": `-----BEGIN RSA ${"PRIVATE"} KEY-----\n${random(64)}\n${random(64)}\n${random(64)}\n-----END RSA ${"PRIVATE"} KEY-----`,
  "PostgreSQL password": `postgres:${"//"}billing:${random(14)}@db.acme.io:5432/app`,
  "MySQL password": `mysql:${"//"}billing:${random(14)}@db.acme.io/app`,
  "MongoDB password": `mongodb+srv:${"//"}billing:${random(14)}@c0.mongodb.net/app`,
  "Redis password": `rediss:${"//"}default:${random(14)}@cache.acme.io:6379`,
  "Slack webhook": `https://hooks.slack.com/${"services"}/T${random(9, UPPER)}/B${random(9, UPPER)}/${random(24)}`,
  "JSON Web Token": `ey${"J"}hbGciOiJIUzI1NiJ9.${Buffer.from('{"iss":"acme","role":"service","exp":2524608000}').toString("base64url")}.${random(43)}`,
  "Docsteward API key": `svc_${random(38)}`,
  "Hugging Face token": `hf${"_"}${random(34)}`,
  "SendGrid key": `S${"G."}${random(22)}.${random(43)}`,
};

test.each(Object.entries(SECRETS))("finds %s, says where, and never says it", async (_, secret) => {
  const found = await findNewSecrets(["# A\n"], `# A\n\nThe key is \`${secret}\`.\n`);

  expect(found[0]).toMatchObject({ line: 3 });
  expect(JSON.stringify(found)).not.toContain(secret.slice(-20));
});

test.each(Object.entries(SECRETS))(
  "%s that stood in the page stays, also on a line that changes",
  async (_, secret) => {
    expect(await findNewSecrets([`# A\n\nThe key: ${secret}\n`], `# A\n\nOur key: ${secret}\n`)).toEqual([]);
  },
);

test.each([
  "Authorization: Bearer svc_…",
  "ANTHROPIC_API_KEY=sk-ant-...",
  "OPENAI_API_KEY=sk-proj-your-key-goes-here-0123456789abc",
  "GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
  "token: ghp_YOUR_TOKEN_HERE",
  "postgres://user:password@localhost:5432/app",
  "postgresql://postgres:postgres@localhost:5432/app",
  "postgres://§{USER}:§{PASSWORD}@db.acme.io/app".replaceAll("§", "$"),
  "mongodb+srv://<user>:<password>@cluster0.mongodb.net/app",
  "redis://localhost:6379",
  "https://user:pass@example.com/",
  `AK${"IA"}IOSFODNN7EXAMPLE`,
  "sk_test_… and sk_live_…",
  "npm_config_registry=https://registry.npmjs.org",
  "-----BEGIN PUBLIC KEY-----",
  "whsec_...",
  `ey${"J"}hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U`,
  "AIza…",
  "the commit 6de8fc2e5b7fb5f7b0c9a9f7f1f0c2d3e4f5a6b7",
  "sha512-Q8vHp1yZfYJt0k4mF9x3bT2e0w7d5c1a6n8r0s2u4v6y8A0C2E4G6I8K0M2O4Q6S8U0W2Y4a6c8e0g==",
])("takes %s for what documentation writes", async (text) => {
  expect(await findNewSecrets([], `${text}\n`)).toEqual([]);
});

test("finds none on the pages of the sample site", async () => {
  const folder = join(import.meta.dirname, "../../../../prisma/seed/sample-docs");
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(?:mdx|json)$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => findNewSecrets([], await readFile(join(folder, name), "utf8"))),
  );

  expect(names.length).toBeGreaterThan(20);
  expect(found.flat()).toEqual([]);
});

test("says nothing of lines that were removed", async () => {
  expect(await findNewSecrets([`${SECRETS.ghp_}\n`], "Nothing.\n")).toEqual([]);
});

test("finds a secret in a very long line", async () => {
  expect(await findNewSecrets([], `${"word ".repeat(20_000)}${SECRETS.ghp_}`)).toHaveLength(2);
});

test.each([
  "sk-ant-",
  "postgres://a:",
  "-----BEGIN ",
  "ghp_a",
  "eyJ",
  "aws_secret_access_key = ",
  "://",
  "xoxb-1-",
  "a",
  " ",
  "A1b2",
])("the cost of many %j grows with their number alone", async (piece) => {
  const text = (size: number) => piece.repeat(Math.ceil(size / piece.length));
  const cost = (size: number, enoughMs: number) => leastCpuMs(() => findNewSecrets([], text(size)), { enoughMs });
  await cost(16_000, Number.POSITIVE_INFINITY);
  const enoughMs = Math.max(await cost(16_000, Number.POSITIVE_INFINITY), 20) * 24;
  expect(await cost(128_000, enoughMs)).toBeLessThanOrEqual(enoughMs);
});
