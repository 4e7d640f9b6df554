import { fileURLToPath } from "node:url";

/** The folder of the whole workspace. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url)).replace(/[\\/]$/, "");
