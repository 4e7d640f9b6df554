import { fileURLToPath } from "node:url";

const folder = (relative: string) => fileURLToPath(new URL(relative, import.meta.url)).replace(/[\\/]$/, "");

/** The folder of the product's workspace. */
export const ROOT = folder("../../");

/** The folder of the benchmarks, with an install of its own. */
export const BENCH = folder("../");
