import { execFile } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { signAppJwt } from "./auth/authenticate.ts";
import type { Forge } from "./forge.ts";
import type { ForgeRepository } from "./forge-repository.ts";
import { gitEnvironment } from "./git/run-git.ts";
import { type ForgeOptions, startForge } from "./start-forge.ts";
import type { App, Installation } from "./state.ts";
import { findDrift } from "./testing-drift.ts";

const execute = promisify(execFile);

export type SeededForge = AsyncDisposable & {
  forge: Forge;
  app: App;
  installation: Installation;
  repository: ForgeRepository;
  /** A token of the installation for its repository, minted through the API. */
  token(permissions?: Record<string, "read" | "write">): Promise<string>;
  clone(token: string, options?: string[]): Promise<Clone>;
};

export type Clone = {
  path: string;
  git(...args: string[]): Promise<string>;
  commit(file: string, text: string, message: string): Promise<void>;
};

export type SeededForgeOptions = ForgeOptions & {
  webhookUrl?: string;
  /** For tests that send wrong requests on purpose: refused requests are not compared with GitHub's description. */
  mayAskWrongly?: boolean;
};

/**
 * A forge with an App that is installed in `acme`, which has one repository `docs` with a page on `main`.
 *
 * Disposing of it throws when anything that was asked or answered differs from GitHub's own description of its API: so neither
 * side can drift in any test.
 */
export async function seedForge(options: SeededForgeOptions = {}): Promise<SeededForge> {
  const { webhookUrl, mayAskWrongly, ...rest } = options;
  const forge = await startForge(rest);
  const app = await forge.createApp({ webhookUrl, privateKey: appKey() });
  const repository = await forge.addRepository({ owner: "acme", name: "docs", files: { "docs.md": "# Docs\n" } });
  const installation = forge.install(app, { account: "acme", repositories: [repository] });
  const folders: string[] = [];
  return {
    forge,
    app,
    installation,
    repository,
    token: (permissions) => mint(forge, { app, installation }, permissions),
    clone: async (token, args = []) => {
      const folder = await mkdtemp(join(tmpdir(), "forge-clone-"));
      folders.push(folder);
      return makeClone(repository, { folder, token, args });
    },
    [Symbol.asyncDispose]: async () => {
      await forge.close();
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
      const drift = findDrift(forge.exchanges, { mayAskWrongly });
      if (drift.length > 0) throw new Error(`The forge was not spoken to as GitHub is:\n${drift.join("\n")}`);
    },
  };
}

let ownKey: string | undefined;

/** One key for all Apps of a process: finding the numbers for one takes longer than most tests. */
function appKey(): string {
  ownKey ??= generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  }).privateKey;
  return ownKey;
}

async function mint(
  forge: Forge,
  { app, installation }: { app: App; installation: Installation },
  permissions?: Record<string, "read" | "write">,
): Promise<string> {
  const response = await fetch(`${forge.apiUrl}/app/installations/${installation.id}/access_tokens`, {
    method: "POST",
    headers: { authorization: `Bearer ${signAppJwt(app, new Date())}` },
    body: JSON.stringify(permissions ? { permissions } : {}),
  });
  const { token } = (await response.json()) as { token: string };
  return token;
}

async function makeClone(
  repository: ForgeRepository,
  { folder, token, args }: { folder: string; token: string; args: string[] },
): Promise<Clone> {
  const secret = Buffer.from(`x-access-token:${token}`).toString("base64");
  const env = {
    ...gitEnvironment(),
    GIT_CONFIG_COUNT: "3",
    GIT_CONFIG_KEY_0: "http.extraHeader",
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${secret}`,
    GIT_CONFIG_KEY_1: "user.name",
    GIT_CONFIG_VALUE_1: "Ada",
    GIT_CONFIG_KEY_2: "user.email",
    GIT_CONFIG_VALUE_2: "ada@example.com",
    GIT_TERMINAL_PROMPT: "0",
  };
  const git = async (...command: string[]) => (await execute("git", command, { cwd: folder, env })).stdout.trim();
  await git("clone", "--quiet", ...args, `${repository.url()}.git`, ".");
  return {
    path: folder,
    git,
    commit: async (file, text, message) => {
      await writeFile(join(folder, file), text);
      await git("add", "--", file);
      await git("commit", "--quiet", "-m", message);
    },
  };
}
