import { createFenceReader } from "@docsteward/docs/page/markdown-scanner";

/** A run of lines of a page: a code fence with its marks, or what stands between two. */
export type Stretch = { isCode: boolean; text: string };

/** Parts code fences from prose, at any depth of lists and components. Joined with newlines the stretches are the text again. */
export function splitFences(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  const readFence = createFenceReader("any");
  let lines: string[] = [];
  let isCode = false;
  const close = () => {
    if (lines.length > 0) stretches.push({ isCode, text: lines.join("\n") });
    lines = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const part = readFence(line);
    if (part === "opening") {
      close();
      isCode = true;
    }
    lines.push(line);
    if (part !== "closing") continue;
    close();
    isCode = false;
  }
  close();
  return stretches;
}
