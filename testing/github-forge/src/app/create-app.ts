import { createPublicKey, generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { findAccount } from "../accounts.ts";
import type { App, Permissions, State } from "../state.ts";

export type NewApp = {
  name?: string;
  owner?: string;
  permissions?: Permissions;
  events?: string[];
  webhookUrl?: string | null;
  webhookSecret?: string;
  setupUrl?: string | null;
  /** PKCS#1 PEM; by default a new one. */
  privateKey?: string;
};

const generate = promisify(generateKeyPair);

/** What the App of Docsteward asks for. */
const PERMISSIONS: Permissions = { contents: "write", pull_requests: "write", metadata: "read" };
const EVENTS = ["push", "pull_request", "issue_comment", "repository"];

/** Makes an App with a key of its own. It reaches nothing until it is installed. */
export async function createApp(state: State, input: NewApp = {}): Promise<App> {
  const name = input.name ?? "Docsteward";
  const slug = toSlug(state, name);
  const privateKey = input.privateKey ?? (await generateKey());
  const id = state.nextId();
  const app: App = {
    id,
    slug,
    name,
    owner: findAccount(state, input.owner ?? "octo-owner"),
    bot: findAccount(state, `${slug}[bot]`, "Bot"),
    clientId: `Iv23li${randomBytes(7).toString("hex")}`,
    clientSecret: randomBytes(20).toString("hex"),
    privateKey,
    publicKey: createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString(),
    webhookSecret: input.webhookSecret ?? randomBytes(20).toString("hex"),
    webhookUrl: input.webhookUrl ?? null,
    setupUrl: input.setupUrl ?? null,
    permissions: { metadata: "read", ...(input.permissions ?? PERMISSIONS) },
    events: input.events ?? EVENTS,
    createdAt: state.now(),
  };
  state.apps.set(id, app);
  return app;
}

async function generateKey(): Promise<string> {
  const { privateKey } = await generate("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  return privateKey;
}

function toSlug(state: State, name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  const taken = new Set([...state.apps.values()].map(({ slug }) => slug));
  let slug = plain;
  for (let number = 1; taken.has(slug); number += 1) slug = `${plain}-${number}`;
  return slug;
}
