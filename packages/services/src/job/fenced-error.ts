/** A worker wrote to a job that it has lost: another one took it over, or it was cancelled. Stop, and write nothing more. */
export class FencedError extends Error {
  override readonly name = "FencedError";

  constructor(jobId: string, attempt: number) {
    super(`Attempt ${attempt} has lost job ${jobId}.`);
  }
}
