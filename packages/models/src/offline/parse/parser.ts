import type { Instruction } from "./instruction.ts";

/** Reads one form of the grammar; undefined when the segment has another. */
export type Parser = (segment: string, quotes: readonly string[]) => WithoutSource | undefined;
type WithoutSource = Instruction extends infer Each ? (Each extends Instruction ? Omit<Each, "source"> : never) : never;
