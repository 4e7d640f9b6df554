import { existsSync } from "node:fs";
import type { Operation } from "@docsteward/contract/operation";

/** The file that answers an operation: among the routes that stay, or among the deprecated ones. */
export function routeFile({ path }: Pick<Operation, "path">): URL {
  const place = path.replaceAll("{", "[").replaceAll("}", "]");
  const files = ["(api)", "(v1)"].map((group) => new URL(`../../app/${group}${place}/route.ts`, import.meta.url));
  const file = files.find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error(`${path} has no route file`);
  return file;
}
