import { createHash, generateKeyPairSync } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Forge } from "@docsteward/github-forge/forge";
import { startForge } from "@docsteward/github-forge/start-forge";
import { env } from "@docsteward/platform/env";
import { makeSampleRepository } from "./make-sample-repository.ts";
import { onStopSignal } from "./supervisor/on-stop-signal.ts";
import { colors, runMain } from "./terminal.ts";

const USAGE = `Starts a local GitHub with a sample site and an App, to try Docsteward.

  --port 4567   port to listen on (default: 4567)`;

const PORT = 4567;

async function main(): Promise<void> {
  const port = readPort(process.argv.slice(2));
  const stopped = Promise.withResolvers<void>();
  onStopSignal({ first: stopped.resolve, second: () => process.exit(130) });
  await using forge = await startForge({ port }).catch((error: NodeJS.ErrnoException) => {
    const isTaken = error.code === "EADDRINUSE";
    throw isTaken ? new Error(`Port ${port} is in use. Choose another: pnpm forge --port ${port + 1}`) : error;
  });
  welcome(forge, await seed(forge));
  await stopped.promise;
}

function readPort(args: string[]): number {
  if (args.length === 0) return PORT;
  const port = Number(args[1]);
  if (args[0] !== "--port" || args.length !== 2 || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(USAGE);
  }
  return port;
}

type Seed = { appId: number; keyFile: string; webhookSecret: string; repositoryUrl: string };

/** The sample site in `lanternfish/docs`, and an App there whose key stays the same from one start to the next. */
async function seed(forge: Forge): Promise<Seed> {
  const { DATA_DIR, BASE_URL, PORT: servicePort } = env();
  const keyFile = resolve(DATA_DIR, "forge", "app.pem");
  const privateKey = await readKey(keyFile);
  const webhookSecret = createHash("sha256").update(privateKey).digest("hex");
  const webhookUrl = `${BASE_URL ?? `http://127.0.0.1:${servicePort}`}/api/github/webhooks`;
  const app = await forge.createApp({ owner: "lanternfish", privateKey, webhookSecret, webhookUrl });
  const sample = await mkdtemp(join(tmpdir(), "docsteward-forge-"));
  try {
    await makeSampleRepository(sample);
    const repository = await forge.addRepository({ owner: "lanternfish", name: "docs", from: sample });
    forge.addPerson("mira");
    repository.setRole("mira", "write");
    forge.install(app, { account: "lanternfish" });
    return { appId: app.id, keyFile, webhookSecret, repositoryUrl: repository.url() };
  } finally {
    await rm(sample, { recursive: true, force: true });
  }
}

async function readKey(file: string): Promise<string> {
  const known = await readFile(file, "utf8").catch(() => null);
  if (known) return known;
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  await mkdir(resolve(file, ".."), { recursive: true });
  await writeFile(file, privateKey, { mode: 0o600 });
  return privateKey;
}

function welcome(forge: Forge, { appId, keyFile, webhookSecret, repositoryUrl }: Seed): void {
  console.log(`
${colors.bold("Local GitHub")} is ready at ${forge.url}   To stop it, press Ctrl-C. Only its key is kept.

1. Add these variables to .env, or put them before the command, then start Docsteward in another terminal:

GITHUB_API_URL=${forge.apiUrl}
GITHUB_APP_ID=${appId}
GITHUB_APP_PRIVATE_KEY_FILE=${keyFile}

   To send webhook events to Docsteward, add:

GITHUB_WEBHOOK_SECRET=${webhookSecret}

   npx -y pnpm@12.21.0 start

2. Create a project for the sample site:

   npx -y pnpm@12.21.0 docsteward project create --org lanternfish --domain lanternfish-docs --repo ${repositoryUrl}

3. Create a job, and see its pull request: ${colors.bold(`${repositoryUrl}`)}
`);
}

runMain(main);
