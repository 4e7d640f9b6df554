import { createHmac, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Transaction } from "@docsteward/db/client";
import type { Env } from "@docsteward/platform/env";

/** The secret that hashes API keys is not the one this database was used with. The message is a sentence for the operator. */
export class SecretError extends Error {
  override readonly name = "SecretError";
}

const SETTING = "key-secret-fingerprint";

/**
 * Gives the secret that API keys are hashed with: KEY_SECRET, else the file `secret` in the data folder, which the first
 * start makes (mode 0600).
 *
 * The database keeps a fingerprint of it: with another secret every key would silently stop working.
 *
 * @throws SecretError when the secret is missing or another than the one this database knows
 */
export async function openKeySecret(db: Transaction, env: Pick<Env, "KEY_SECRET" | "DATA_DIR">): Promise<string> {
  const known = await db.setting.findUnique({ where: { key: SETTING } });
  const path = join(resolve(env.DATA_DIR), "secret");
  const secret = env.KEY_SECRET ?? (await readSecret(path)) ?? (known ? null : await makeSecret(path));
  if (secret === null) {
    throw new SecretError(
      `The secret that this database's API keys were created with is missing. Restore ${path}, or set KEY_SECRET.`,
    );
  }
  const fingerprint = createHmac("sha256", secret).update(SETTING).digest("hex").slice(0, 32);
  await db.$executeRaw`INSERT INTO "Setting" VALUES (${SETTING}, ${fingerprint}) ON CONFLICT DO NOTHING`;
  const stored = await db.setting.findUniqueOrThrow({ where: { key: SETTING } });
  if (stored.value === fingerprint) return secret;
  const origin = env.KEY_SECRET === undefined ? path : "KEY_SECRET";
  throw new SecretError(
    `${origin} isn't the secret that this database's API keys were created with. Restore the earlier secret; without it no key works.`,
  );
}

async function readSecret(path: string): Promise<string | null> {
  try {
    return (await readFile(path, "utf8")).trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new SecretError(`The file ${path} with the API keys' secret can't be read. Make it readable for this user.`, {
      cause: error,
    });
  }
}

async function makeSecret(path: string): Promise<string> {
  await mkdir(join(path, ".."), { recursive: true });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  try {
    // Of several processes that start at the same time, the first one's secret is kept.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft);
  }
  const secret = await readSecret(path);
  if (secret === null) throw new SecretError(`The file ${path} is empty. Delete it and start again.`);
  return secret;
}
