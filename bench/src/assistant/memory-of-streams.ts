import { Agent } from "node:http";
import { processMemory } from "../measure/process-memory.ts";
import { ask, type StreamTarget } from "./stream-load.ts";

/**
 * What a stream takes that is open and waits for the model: resident memory of the process with many of them, less what it was
 * before, by their number.
 *
 * @param target asks what the model does not finish answering before `release`
 * @returns bytes a stream; null where the system does not tell
 */
export async function memoryOfStreams(
  target: StreamTarget,
  { pid, count, release }: { pid: number; count: number; release: () => void },
): Promise<number | null> {
  const agent = new Agent();
  const before = await processMemory(pid);
  const answers = await Promise.all(
    Array.from({ length: count }, async () => {
      const response = await ask(target, agent);
      const first = Promise.withResolvers<void>();
      response.once("data", () => first.resolve());
      await first.promise;
      return response;
    }),
  );
  const during = await processMemory(pid);
  release();
  await Promise.all(
    answers.map((response) => new Promise((resolve) => response.once("end", resolve).once("close", resolve))),
  );
  agent.destroy();
  return before && during && (during.process - before.process) / count;
}
