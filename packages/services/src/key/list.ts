import type { Services } from "../context.ts";
import { type KeySummary, presentKey } from "./present.ts";

/**
 * The keys of an organization, newest first; with `projectId` only its admin keys and those of that project. Those that the
 * playground made for itself are left out.
 */
export async function listKeys(
  { db, clock }: Services,
  input: { organizationId: string; projectId?: string },
): Promise<KeySummary[]> {
  const { organizationId, projectId } = input;
  const rows = await db.apiKey.findMany({
    where: { organizationId, isPlayground: false, ...(projectId ? { OR: [{ projectId }, { projectId: null }] } : {}) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.map((row) => presentKey(row, clock.now()));
}
