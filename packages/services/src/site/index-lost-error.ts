import type { IndexClaim } from "./index-claim.ts";

/** A worker wrote to a run that another one has taken over. Stop, and write nothing more. */
export class IndexLostError extends Error {
  override readonly name = "IndexLostError";

  constructor({ projectId, attempt }: IndexClaim) {
    super(`Attempt ${attempt} has lost the index of ${projectId}.`);
  }
}
