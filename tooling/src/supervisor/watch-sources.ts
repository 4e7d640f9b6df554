import { watch } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

/** Calls `onChange` after sources below `folders` were saved, once for all that were saved together. */
export function watchSources(folders: string[], onChange: () => Promise<void>, signal: AbortSignal): void {
  let isWaiting = false;
  const changed = async () => {
    if (isWaiting) return;
    isWaiting = true;
    await wait(200);
    isWaiting = false;
    if (!signal.aborted) await onChange();
  };
  for (const folder of folders) void follow(folder, changed, signal);
}

async function follow(folder: string, changed: () => Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    for await (const { filename } of watch(folder, { recursive: true, signal })) {
      if (filename?.endsWith(".ts") && !filename.endsWith(".test.ts")) void changed();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
