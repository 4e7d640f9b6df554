import type { Services } from "../context.ts";
import { createLink } from "../link/create.ts";
import { isSetupNeeded } from "./is-needed.ts";

const LIFETIME_MS = 7 * 86_400_000;

/** Makes the link to the first account, for whoever runs the service. @returns null when there is an account already */
export async function createSetupLink(
  services: Pick<Services, "db" | "keySecret" | "clock" | "baseUrl">,
): Promise<string | null> {
  const { db, baseUrl } = services;
  if (!(await isSetupNeeded({ db }))) return null;
  const token = await createLink(db, services, { purpose: "setup", lifetimeMs: LIFETIME_MS });
  return `${baseUrl}/setup?token=${token}`;
}
