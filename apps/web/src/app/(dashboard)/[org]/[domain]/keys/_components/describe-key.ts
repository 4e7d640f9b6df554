import type { KeyRow } from "./key-row.ts";

type Described = Pick<KeyRow, "kind" | "scopes" | "allowedIps" | "allowedOrigins" | "limits">;

/** What a key allows, in a line: `Read and write · from 2 addresses`. */
export function describeKey({ kind, scopes, allowedIps, allowedOrigins, limits }: Described): string {
  const [first, ...others] = allowedOrigins;
  const origins =
    first === undefined
      ? "Server requests only: no websites listed"
      : [first.replace(/^https?:\/\//, ""), others.length > 0 && `${others.length} more`].filter(Boolean).join(" and ");
  const access = scopes.includes("write") ? (scopes.includes("read") ? "Read and write" : "Write only") : "Read only";
  const parts = [
    kind === "admin" ? access : origins,
    allowedIps.length > 0 && `${allowedIps.length} allowed IP ${allowedIps.length === 1 ? "address" : "addresses"}`,
    limits.length > 0 && "custom limits",
  ];
  return parts.filter(Boolean).join(" · ");
}
