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
          <TableHeader className="max-sm:hidden">Time</TableHeader>
          <TableHeader className="max-sm:hidden">Actor</TableHeader>
          <TableHeader>Event</TableHeader>
          <TableHeader className="max-sm:hidden">Details</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {events.map(({ id, at, by, action, targetId, details }) => (
          <TableRow key={id}>
            <TableCell className="whitespace-nowrap text-muted-foreground max-sm:hidden">
              <RelativeTime at={at} />
            </TableCell>
            <TableCell className="whitespace-nowrap max-sm:hidden">{by}</TableCell>
            <TableCell className="font-medium sm:whitespace-nowrap">
              {toWords.action(action)}
              {/* Where there is no room for columns, the rest stands below. */}
              <span className="block font-normal text-muted-foreground text-xs wrap-anywhere sm:hidden">
                {by}, <RelativeTime at={at} />
                <span className="block">{toWords.details(details)}</span>
              </span>
            </TableCell>
            <TableCell className="min-w-48 break-words text-muted-foreground text-xs max-sm:hidden" title={targetId}>
              {toWords.details(details)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
