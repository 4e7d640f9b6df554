import { createSetupLink } from "@docsteward/services/setup/create-link";
import { makeLink, type RunningService } from "./make-link.ts";

/** Makes the link to the first account of a service that runs. @returns null when there is an account already */
export function makeSetupLink(service: RunningService): Promise<string | null> {
  return makeLink(service, createSetupLink);
}
