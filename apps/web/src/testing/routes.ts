import { existsSync, globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Operation } from "@docsteward/contract/operation";

/** The file that answers an operation: among the routes that stay, or among the deprecated ones. */
export function routeFile({ path }: Pick<Operation, "path">): URL {
  const place = path.replaceAll("{", "[").replaceAll("}", "]");
  // A path of a site has slashes: its folder takes all that follows.
  const places = [place, place.replace(/\[(\w+)\]$/, "[...$1]")];
  const files = ["(api)", "(v1)"].flatMap((group) =>
    places.map((one) => new URL(`../app/${group}${one}/route.ts`, import.meta.url)),
  );
  const file = files.find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error(`${path} has no route file`);
  return file;
}

const APP = fileURLToPath(new URL("../app", import.meta.url));

/** The address of every page of the app, as its folders spell it: `/[org]/[domain]/jobs/[id]`. */
export function pageAddresses(): string[] {
  return globSync("**/page.tsx", { cwd: APP }).map((file) =>
    `/${file}`.replace(/\/page\.tsx$/, "").replace(/\/\([^/]+\)/g, ""),
  );
}
