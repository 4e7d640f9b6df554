import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";

const APP = fileURLToPath(new URL("../../app", import.meta.url));

/** The address of every page of the app, as its folders spell it: `/[org]/[domain]/jobs/[id]`. */
export function pageAddresses(): string[] {
  return globSync("**/page.tsx", { cwd: APP }).map((file) =>
    `/${file}`.replace(/\/page\.tsx$/, "").replace(/\/\([^/]+\)/g, ""),
  );
}
