import { randomInt } from "node:crypto";
import { BASE62 } from "../key/base62.ts";

const LENGTH = 22;

/** An id that nobody can guess (131 bits), for what its bearer may read or rate: `thr_…`, `msg_…`. */
export function makeId(prefix: "thr" | "msg"): string {
  return `${prefix}_${Array.from({ length: LENGTH }, () => BASE62[randomInt(BASE62.length)]).join("")}`;
}
