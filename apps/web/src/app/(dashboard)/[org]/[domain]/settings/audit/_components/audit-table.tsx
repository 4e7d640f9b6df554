import type { AuditView } from "@docsteward/services/audit/list-views";
import { RelativeTime } from "@docsteward/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { toWords } from "./to-words.ts";

/** Who changed what, and when. */
export function AuditTable({ events }: { events: AuditView[] }) {
  return (
    <Table aria-label="Audit log">
      <TableHead>
        <TableRow>
          <TableHeader>When</TableHeader>
          <TableHeader>Who</TableHeader>
          <TableHeader>What</TableHeader>
          <TableHeader>Details</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {events.map(({ id, at, by, action, targetId, details }) => (
          <TableRow key={id}>
            <TableCell className="whitespace-nowrap text-muted-foreground">
              <RelativeTime at={at} />
            </TableCell>
            <TableCell className="whitespace-nowrap">{by}</TableCell>
            <TableCell className="whitespace-nowrap font-medium">{toWords.action(action)}</TableCell>
            <TableCell className="min-w-48 break-words text-muted-foreground text-xs" title={targetId}>
              {toWords.details(details)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
