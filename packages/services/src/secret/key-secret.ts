import { createHmac, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Transaction } from "@docsteward/db/client";
import type { Env } from "@docsteward/platform/env";

/** The secret that hashes API keys is not the one this database was used with. The message is a sentence for the operator. */
export class SecretError extends Error {
  override readonly name = "SecretError";
}

/** The setting that says which secret the database belongs to, without showing it. */
export const FINGERPRINT = "key-secret-fingerprint";

/** What shows that two secrets are the same, and nothing else of them. */
export const fingerprintOf = (secret: string) =>
  createHmac("sha256", secret).update(FINGERPRINT).digest("hex").slice(0, 32);

type SecretSettings = Pick<Env, "KEY_SECRET" | "DATA_DIR"> & { KEY_SECRET_PREVIOUS?: string };

/**
 * Gives the secret that API keys are hashed with: KEY_SECRET, else the file `secret` in the data folder, which the first
 * start makes (mode 0600).
 *
 * The database keeps a fingerprint of it: with another secret every key would silently stop working.
 *
 * @throws SecretError when the secret is missing or another than the one this database knows
 */
export async function openKeySecret(db: Transaction, env: SecretSettings): Promise<string> {
  const known = await db.setting.findUnique({ where: { key: FINGERPRINT } });
  const path = join(resolve(env.DATA_DIR), "secret");
  const secret = env.KEY_SECRET ?? (await readSecret(path)) ?? (known ? null : await makeSecret(path));
  if (secret === null) {
    throw new SecretError(
      `The secret that this database's API keys were created with is missing. Restore ${path}, or set KEY_SECRET.`,
    );
  }
  const fingerprint = fingerprintOf(secret);
  await db.$executeRaw`INSERT INTO "Setting" VALUES (${FINGERPRINT}, ${fingerprint}) ON CONFLICT DO NOTHING`;
  if (env.KEY_SECRET_PREVIOUS !== undefined) await rotate(db, { from: env.KEY_SECRET_PREVIOUS, to: secret });
  const stored = await db.setting.findUniqueOrThrow({ where: { key: FINGERPRINT } });
  if (stored.value === fingerprint) return secret;
  const origin = env.KEY_SECRET === undefined ? path : "KEY_SECRET";
  throw new SecretError(
    `${origin} isn't the secret that this database's API keys were created with. Restore the earlier secret; without it no key works.`,
  );
}

/**
 * The secret that a process would use, without changing anything.
 *
 * @throws SecretError as `openKeySecret`
 */
export async function checkKeySecret(db: Transaction, env: SecretSettings): Promise<string> {
  const path = join(resolve(env.DATA_DIR), "secret");
  const secret = env.KEY_SECRET ?? (await readSecret(path));
  if (secret === null) throw new SecretError(`Neither KEY_SECRET nor ${path} exists.`);
  const known = await db.setting.findUnique({ where: { key: FINGERPRINT } });
  const right = [secret, ...(env.KEY_SECRET_PREVIOUS === undefined ? [] : [env.KEY_SECRET_PREVIOUS])].map(
    fingerprintOf,
  );
  if (known !== null && !right.includes(known.value))
    throw new SecretError("The secret isn't the one that this database's API keys were created with.");
  return secret;
}

/**
 * Makes a new secret the one of the database, where the previous one is it. Rows of the previous one are accepted while a process has
 * both; see `rotation.ts`.
 */
async function rotate(db: Transaction, { from, to }: { from: string; to: string }): Promise<void> {
  const [before, after] = [fingerprintOf(from), fingerprintOf(to)];
  const { count } = await db.setting.updateMany({
    where: { key: FINGERPRINT, value: before },
    data: { value: after },
  });
  // Keys of before this was noted have the secret that has just been replaced.
  if (count > 0) await db.apiKey.updateMany({ where: { secretId: null }, data: { secretId: before } });
}

/**
 * Puts the key secret of a backup into the data folder, for keys that work after a restore.
 *
 * @param found the secret in the backup, if it lay in a data folder, and the fingerprint of the database's secret
 * @returns `undo` removes it again
 * @throws SecretError when the secret is missing, or this machine has another one
 */
export async function checkRestoredSecret(
  env: SecretSettings,
  { secret, fingerprint }: { secret: string | null; fingerprint: string | null },
): Promise<{ undo(): Promise<void> }> {
  const path = join(resolve(env.DATA_DIR), "secret");
  const ours = env.KEY_SECRET ?? (await readSecret(path));
  const isRight = (text: string) => fingerprint === null || fingerprintOf(text) === fingerprint;
  // A backup of before the secret was changed: the next start changes it again.
  const isBefore = ours !== null && env.KEY_SECRET_PREVIOUS !== undefined && isRight(env.KEY_SECRET_PREVIOUS);
  if (ours !== null && !isRight(ours) && !isBefore) {
    const origin = env.KEY_SECRET === undefined ? path : "KEY_SECRET";
    throw new SecretError(
      `${origin} isn't the secret of the backup, so nothing was restored. Set KEY_SECRET to the secret that the service had${env.KEY_SECRET === undefined ? ", or use an empty data folder" : ""}.`,
    );
  }
  if (ours !== null) return { undo: async () => undefined };
  if (secret === null || !isRight(secret.trim())) {
    throw new SecretError(
      "The backup doesn't hold the key secret, so nothing was restored. Set KEY_SECRET to the secret that the service had.",
    );
  }
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, secret, { mode: 0o600, flag: "wx" });
  return { undo: () => rm(path, { force: true }) };
}

/**
 * The secret in the data folder; null where the operator keeps it, or none was made yet.
 *
 * @throws SecretError when the file exists and can't be read
 */
export async function readStoredSecret(env: Pick<Env, "KEY_SECRET" | "DATA_DIR">): Promise<string | null> {
  return env.KEY_SECRET === undefined ? readSecret(join(resolve(env.DATA_DIR), "secret")) : null;
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
