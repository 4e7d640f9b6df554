import { Badge } from "@docsteward/ui/badge";
import type { KeyRow } from "./key-row.ts";

const DAY_MS = 86_400_000;
const SOON_DAYS = 7;

/** Whether a key works, and until when. */
export function KeyStatus({ row }: { row: KeyRow }) {
  if (row.state === "revoked") return <Badge>Revoked</Badge>;
  if (row.state === "expired") return <Badge>{row.replacedById ? "Replaced" : "Expired"}</Badge>;
  if (row.expiresAt === null) return <Badge tone="success">Active</Badge>;
  const end = new Date(row.expiresAt);
  const days = Math.ceil((end.getTime() - Date.now()) / DAY_MS);
  const words = row.replacedById ? "Replaced, expires" : "Expires";
  const isSoon = days <= SOON_DAYS;
  return (
    <Badge
      tone={isSoon ? "warning" : "success"}
      title={`Expires ${end.toISOString().slice(0, 16).replace("T", " ")} UTC`}
      suppressHydrationWarning
    >
      {isSoon ? `${words} in ${days === 1 ? "1 day" : `${days} days`}` : "Active"}
    </Badge>
  );
}
