import { execFile } from "node:child_process";
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parseEnv } from "./env.ts";
import { replaceVariables, SECRET_KEYS } from "./secret-files.ts";

const SECRET = "a secret that is long enough, 32+";

async function makeFile(text: string) {
  const folder = await mkdtempDisposable(join(tmpdir(), "docsteward-secret-"));
  const path = join(folder.path, "secret");
  await writeFile(path, text);
  return { path, folder: folder.path, [Symbol.asyncDispose]: () => folder.remove() };
}

/** What must have a form of its own. */
const FORMED = ["DATABASE_URL", "GITHUB_APP_PRIVATE_KEY", "OTEL_EXPORTER_OTLP_HEADERS", "SMTP_URL"];

test.each(SECRET_KEYS.filter((key) => !FORMED.includes(key)))(
  "%s comes from the file that its variable names, without the line end",
  async (key) => {
    await using file = await makeFile(`${SECRET}\r\n\n`);
    const others = {
      AUTH_GITHUB_CLIENT_ID: "id",
      AUTH_OIDC_CLIENT_ID: "id",
      AUTH_OIDC_ISSUER: "https://id.test",
      AUTH_GITHUB_CLIENT_SECRET: "other",
      AUTH_OIDC_CLIENT_SECRET: "other",
    };

    expect(parseEnv({ ...others, [key]: " ", [`${key}_FILE`]: file.path })[key]).toBe(SECRET);
  },
);

test("a collector's headers come from a file, and a wrong one is not shown", async () => {
  await using right = await makeFile("authorization=Bearer%20hush\n");
  await using wrong = await makeFile("Bearer hush\n");
  const read = (path: string) => parseEnv({ OTEL_EXPORTER_OTLP_HEADERS_FILE: path }).OTEL_EXPORTER_OTLP_HEADERS;

  expect(read(right.path)).toEqual({ authorization: "Bearer hush" });
  expect(() => read(wrong.path)).toThrow("OTEL_EXPORTER_OTLP_HEADERS");
  expect(() => read(wrong.path)).not.toThrow("hush");
});

test("a mail server's address comes from a file, and needs a sender", async () => {
  await using file = await makeFile("smtp://me:hush@mail.example.com:587\n");
  const read = { SMTP_URL_FILE: file.path };

  expect(parseEnv({ ...read, SMTP_FROM: "Docs <docs@example.com>" }).SMTP_URL).toBe(
    "smtp://me:hush@mail.example.com:587",
  );
  expect(() => parseEnv(read)).toThrow("SMTP_FROM must be set together with SMTP_URL");
  expect(() => parseEnv({ ...read, SMTP_FROM: "Docs" })).toThrow("SMTP_FROM must be an email address");
});

test("a database's address comes from a file, and must be one there, too", async () => {
  await using right = await makeFile("postgres://me:hush@db/docs\n");
  await using wrong = await makeFile("mysql://me:hush@db/docs\n");

  expect(parseEnv({ DATABASE_URL_FILE: right.path }).DATABASE_URL).toBe("postgres://me:hush@db/docs");
  expect(() => parseEnv({ DATABASE_URL_FILE: wrong.path })).toThrow(
    `  DATABASE_URL, read from ${wrong.path}, must start with postgres:// or postgresql://`,
  );
  expect(() => parseEnv({ DATABASE_URL_FILE: wrong.path })).not.toThrow("hush");
});

test("a secret that is set both ways is refused", async () => {
  await using file = await makeFile(SECRET);

  expect(() => parseEnv({ KEY_SECRET: SECRET, KEY_SECRET_FILE: file.path })).toThrow(
    "Invalid configuration:\n  KEY_SECRET and KEY_SECRET_FILE are both set. Set only one",
  );
});

test("each file that gives no secret is one sentence, beside all other wrong variables", async () => {
  await using empty = await makeFile(" \n");
  await using large = await makeFile("x".repeat(65_537));
  const { folder } = empty;
  await mkdir(join(folder, "folder"));
  await promisify(execFile)("mkfifo", [join(folder, "pipe")]);
  const variables = {
    KEY_SECRET_FILE: join(folder, "gone"),
    METRICS_TOKEN_FILE: join(folder, "folder"),
    GITHUB_WEBHOOK_SECRET_FILE: join(folder, "pipe"),
    GEMINI_API_KEY_FILE: empty.path,
    OPENAI_API_KEY_FILE: large.path,
    MISTRAL_API_KEY_FILE: join(empty.path, "below-a-file"),
    PORT: "many",
  };
  let message = "";
  try {
    parseEnv(variables);
  } catch (error) {
    message = (error as Error).message;
  }

  expect(message.split("\n").slice(1).toSorted()).toEqual(
    [
      `  KEY_SECRET_FILE: the file ${folder}/gone does not exist. Create it, or set the path of another file`,
      `  METRICS_TOKEN_FILE: the file ${folder}/folder is not a regular file. Set the path of a file that holds the secret`,
      `  GITHUB_WEBHOOK_SECRET_FILE: the file ${folder}/pipe is not a regular file. Set the path of a file that holds the secret`,
      `  GEMINI_API_KEY_FILE: the file ${empty.path} is empty. Put the secret into it`,
      `  OPENAI_API_KEY_FILE: the file ${large.path} is larger than 64 kB. Put only the secret into it`,
      `  MISTRAL_API_KEY_FILE: the file ${empty.path}/below-a-file can't be read (ENOTDIR). Make it readable for this user, or set the path of another file`,
      "  PORT must be a whole number from 0 to 65535",
    ].toSorted(),
  );
});

test("a process that gets another secret no longer gets the file of the first", async () => {
  const given = { KEY_SECRET_FILE: "/gone/key", DATABASE_URL_FILE: "/gone/url", HOST: "::1" };

  const variables = replaceVariables(given, { DATABASE_URL: "postgres://db/docs", KEY_SECRET: "" });

  expect(parseEnv(variables)).toMatchObject({ DATABASE_URL: "postgres://db/docs", KEY_SECRET: undefined, HOST: "::1" });
});
