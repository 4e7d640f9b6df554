import { stat } from "node:fs/promises";

/** The unprivileged user that PostgreSQL runs as, by number; no such user needs to exist. */
export type Identity = { uid: number; gid: number };

const NOBODY: Identity = { uid: 65_534, gid: 65_534 };

/**
 * Says whom PostgreSQL runs as: it refuses root, so root hands it to the owner of existing data, else to nobody.
 *
 * @param folder the data folder, which may not exist yet
 * @returns null when this process is not root and PostgreSQL simply runs as the same user
 */
export async function chooseIdentity(folder: string): Promise<Identity | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(folder).catch(() => null);
  return owner === null || owner.uid === 0 ? NOBODY : { uid: owner.uid, gid: owner.gid };
}
