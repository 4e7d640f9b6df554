import type { Operation } from "@docsteward/contract/operation";
import * as lists from "./lists.ts";

/** Every operation of the public API: documents and tests read this. A list is added and taken away by one line in `lists.ts`. */
export const OPERATIONS: readonly Operation[] = Object.values(lists).flat();
