import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { RelativeTime } from "@docsteward/ui/time";
import { Download } from "lucide-react";
import { useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import type { KeyRow } from "#trpc/types.ts";

/** How a key was used: how often, how often that failed, and from where. */
export function KeyUseDialog({ row, onClose }: { row: KeyRow; onClose: () => void }) {
  const { name, hint, kind, hours, errors, lastUsedAt, networks } = row;
  const figures = [
    {
      label: `Requests, ${hours.length} hours`,
      value: hours.reduce((sum, count) => sum + count, 0).toLocaleString("en"),
    },
    { label: `Errors, ${hours.length} hours`, value: errors.toLocaleString("en") },
    { label: "Last used", value: lastUsedAt ? <RelativeTime at={lastUsedAt} /> : "Never" },
  ];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={`Use of ${name}`} description={<code className="font-mono text-xs">{hint}</code>}>
        <div className="flex flex-col gap-4">
          <dl className="grid grid-cols-3 gap-3">
            {figures.map(({ label, value }) => (
              <div key={label} className="rounded-md border px-3 py-2">
                <dt className="text-muted-foreground text-xs">{label}</dt>
                <dd className="font-semibold tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
          <HourTable hours={hours} />
          <p className="text-muted-foreground text-xs">
            Errors are requests that were refused or that failed: the status is 400 or higher.
          </p>
          {kind === "assistant" ? (
            <p className="text-muted-foreground">
              Addresses are not recorded for assistant keys, because their callers are your readers.
            </p>
          ) : networks.length === 0 ? (
            <p className="text-muted-foreground">No addresses recorded in the last 30 days.</p>
          ) : (
            <>
              <Table aria-label="Networks">
                <TableHead>
                  <TableRow>
                    <TableHeader>Network</TableHeader>
                    <TableHeader className="text-right">Requests</TableHeader>
                    <TableHeader>Last used</TableHeader>
                  </TableRow>
                </TableHead>
                <TableBody>
                  {networks.map(({ network, count, lastUsedAt: at }) => (
                    <TableRow key={network}>
                      <TableCell className="break-all font-mono text-xs">{network}</TableCell>
                      <TableCell isNumber>{count.toLocaleString("en")}</TableCell>
                      <TableCell className="whitespace-nowrap text-muted-foreground">
                        <RelativeTime at={at} />
                      </TableCell>
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
              <p className="text-muted-foreground text-xs">
                Addresses are shortened to their network and deleted 30 days after their last use.
              </p>
            </>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

const HOUR_MS = 3_600_000;

/** The bars of the list as a table, the running hour first. Hours without requests are left out. */
function HourTable({ hours }: { hours: number[] }) {
  const csv = projectHref(useProject(), "usage/export/key-hours");
  const [openedAt, setOpenedAt] = useState<number | null>(null);
  const rows = hours
    .map((count, index) => ({ count, hoursAgo: hours.length - 1 - index }))
    .filter(({ count }) => count > 0)
    .reverse();
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2 text-muted-foreground text-xs">
      <details
        className="min-w-0 open:basis-full"
        onToggle={({ currentTarget }) => setOpenedAt(currentTarget.open ? Date.now() : null)}
      >
        <summary className="w-fit cursor-pointer">Show requests by hour</summary>
        {openedAt !== null &&
          (rows.length === 0 ? (
            <p className="mt-2">No requests.</p>
          ) : (
            <div className="mt-2 max-h-60 overflow-y-auto">
              <Table aria-label="Requests by hour">
                <TableHead>
                  <TableRow>
                    <TableHeader>Hour (UTC)</TableHeader>
                    <TableHeader className="text-right">Requests</TableHeader>
                  </TableRow>
                </TableHead>
                <TableBody>
                  {rows.map(({ count, hoursAgo }) => (
                    <TableRow key={hoursAgo}>
                      <TableCell className="tabular-nums">{formatHour(openedAt - hoursAgo * HOUR_MS)}</TableCell>
                      <TableCell isNumber>{count.toLocaleString("en")}</TableCell>
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </div>
          ))}
      </details>
      <a
        href={csv}
        download
        aria-label="Requests of all keys by hour: download CSV"
        className="flex items-center gap-1 hover:text-foreground"
      >
        <Download aria-hidden className="size-3" />
        CSV of all keys
      </a>
    </div>
  );
}

/** The hour that a time is in: "2026-11-20 14:00". */
function formatHour(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 13).replace("T", " ")}:00`;
}
