"use client";
import { RelativeTime } from "@docsteward/ui/relative-time";
import { TableCell, TableRow } from "@docsteward/ui/table";
import { describeKey } from "./describe-key.ts";
import type { KeyAction } from "./key-action.ts";
import { KeyMenu } from "./key-menu.tsx";
import type { KeyRow } from "./key-row.ts";
import { KeyStatus } from "./key-status.tsx";
import { UseChart } from "./use-chart.tsx";

/** One key. */
export function KeyTableRow({ row, onAction }: { row: KeyRow; onAction: (action: KeyAction) => void }) {
  return (
    <TableRow>
      <TableCell className="max-w-48 sm:min-w-40 sm:max-w-72">
        <p className="truncate font-medium" title={row.name}>
          {row.name}
        </p>
        <p className="truncate text-muted-foreground text-xs" title={describeKey(row)}>
          {describeKey(row)}
        </p>
      </TableCell>
      <TableCell className="hidden sm:table-cell">
        <code className="whitespace-nowrap font-mono text-xs">{row.hint}</code>
      </TableCell>
      <TableCell className="hidden md:table-cell">
        <UseChart hours={row.hours} name={row.name} />
      </TableCell>
      <TableCell className="hidden whitespace-nowrap text-muted-foreground sm:table-cell">
        {row.lastUsedAt ? <RelativeTime at={row.lastUsedAt} /> : "Never"}
      </TableCell>
      <TableCell className="hidden whitespace-nowrap text-muted-foreground xl:table-cell">
        <RelativeTime at={row.createdAt} />
        {row.createdBy && <span> by {row.createdBy}</span>}
      </TableCell>
      <TableCell>
        <KeyStatus row={row} />
      </TableCell>
      <TableCell>{row.state === "valid" && <KeyMenu row={row} onAction={onAction} />}</TableCell>
    </TableRow>
  );
}
