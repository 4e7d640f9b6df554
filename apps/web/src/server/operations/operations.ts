import type { Operation } from "@docsteward/contract/operation";
import * as lists from "./lists.ts";

/** Every operation of the public API: documents and tests read this. A list is added and taken away by one line in `lists.ts`. */
export const OPERATIONS: readonly Operation[] = Object.entries<readonly Operation[]>(lists)
  // A bundler keeps the order of the lines, Node the alphabet's.
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .flatMap(([, list]) => list);
