"use client";

import { Badge } from "@docsteward/ui/badge";
import { Button } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { Menu, MenuItem, MenuSeparator } from "@docsteward/ui/menu";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { RelativeTime } from "@docsteward/ui/time";
import { Activity, Ellipsis, Pencil, Plus, RefreshCw, Trash2 } from "lucide-react";
import { hasRole, useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import type { KeyRow } from "#trpc/types.ts";

type Props = {
  kind: KeyRow["kind"];
  title: string;
  /** One line: what these keys are for. */
  purpose: string;
  keys: KeyRow[];
  onAction: (action: KeyAction) => void;
};

/** The keys of one kind. */
export function KeySection({ kind, title, purpose, keys, onAction }: Props) {
  const rows = keys.filter((key) => key.kind === kind);
  return (
    <section aria-label={title} className="flex flex-col gap-2.5">
      <div>
        <h2 className="font-semibold text-[0.9375rem]">{title}</h2>
        <p className="text-muted-foreground">{purpose}</p>
      </div>
      {rows.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg border border-dashed px-3 py-2.5">
          <p className="text-muted-foreground">No keys.</p>
          <RestrictedButton size="sm" onClick={() => onAction({ kind: "create", of: kind })}>
            <Plus aria-hidden />
            Create {kind} key
          </RestrictedButton>
        </div>
      ) : (
        <Table aria-label={title}>
          <TableHead>
            <TableRow>
              <TableHeader>Name</TableHeader>
              <TableHeader className="hidden sm:table-cell">Key</TableHeader>
              <TableHeader className="hidden md:table-cell">Last 36 hours</TableHeader>
              <TableHeader className="hidden text-right lg:table-cell">Errors</TableHeader>
              <TableHeader className="hidden sm:table-cell">Last used</TableHeader>
              <TableHeader className="hidden xl:table-cell">Created</TableHeader>
              <TableHeader>Status</TableHeader>
              <TableHeader className="relative w-10">
                <span className="sr-only">Actions</span>
              </TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <KeyTableRow key={row.id} row={row} onAction={onAction} />
            ))}
          </TableBody>
        </Table>
      )}
    </section>
  );
}

/** One key. */
function KeyTableRow({ row, onAction }: { row: KeyRow; onAction: (action: KeyAction) => void }) {
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
        <UsageSparkline hours={row.hours} name={row.name} />
      </TableCell>
      <TableCell isNumber className={cn("hidden lg:table-cell", row.errors > 0 && "text-destructive")}>
        {row.errors.toLocaleString("en")}
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
      <TableCell>
        <KeyMenu row={row} onAction={onAction} />
      </TableCell>
    </TableRow>
  );
}

/** What can be done with a key. */
function KeyMenu({ row, onAction }: { row: KeyRow; onAction: (action: KeyAction) => void }) {
  const { role } = useProject();
  const trigger = { variant: "ghost", size: "icon", "aria-label": `Actions for ${row.name}` } as const;
  const canChange = hasRole(role, "admin") && row.state === "valid";
  return (
    <Menu
      trigger={
        <Button {...trigger}>
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      <MenuItem onClick={() => onAction({ kind: "use", row })}>
        <Activity aria-hidden />
        Show use
      </MenuItem>
      {canChange && (
        <>
          <MenuItem onClick={() => onAction({ kind: "edit", row })}>
            <Pencil aria-hidden />
            Edit
          </MenuItem>
          {!row.replacedById && (
            <MenuItem onClick={() => onAction({ kind: "rotate", row })}>
              <RefreshCw aria-hidden />
              Rotate
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem isDestructive onClick={() => onAction({ kind: "revoke", row })}>
            <Trash2 aria-hidden />
            Revoke
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

const DAY_MS = 86_400_000;
const SOON_DAYS = 7;

/** Whether a key works, and until when. */
function KeyStatus({ row }: { row: KeyRow }) {
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

const WIDTH = 3;
const GAP = 1;
const HEIGHT = 20;

/** How often a key was used, an hour a bar, the running hour last. */
function UsageSparkline({ hours, name }: { hours: number[]; name: string }) {
  const total = hours.reduce((sum, count) => sum + count, 0);
  const most = Math.max(...hours, 1);
  const words = `${total.toLocaleString("en")} ${total === 1 ? "request" : "requests"}`;
  return (
    <div className="flex items-center gap-2">
      <svg
        role="img"
        aria-label={`${name}: ${words} in the last ${hours.length} hours`}
        width={hours.length * (WIDTH + GAP)}
        height={HEIGHT}
        className="shrink-0"
      >
        {hours.map((count, index) => {
          const height = count === 0 ? 1 : Math.max(2, Math.round((count / most) * HEIGHT));
          const hoursAgo = hours.length - 1 - index;
          return (
            <rect
              key={hoursAgo}
              x={index * (WIDTH + GAP)}
              y={HEIGHT - height}
              width={WIDTH}
              height={height}
              rx={0.5}
              className={count === 0 ? "fill-border" : "fill-brand"}
            >
              <title>{`${count.toLocaleString("en")} ${hoursAgo === 0 ? "in this hour" : `${hoursAgo} h ago`}`}</title>
            </rect>
          );
        })}
      </svg>
      <span className="w-10 text-right text-muted-foreground text-xs tabular-nums">{total.toLocaleString("en")}</span>
    </div>
  );
}

/** What a person is about to do with keys, in a dialog. All but `create` are about a row. */
export type KeyAction =
  | { kind: "create"; of: "admin" | "assistant" }
  | { kind: "use" | "edit" | "rotate" | "revoke"; row: KeyRow };

type Described = Pick<KeyRow, "kind" | "scopes" | "allowedIps" | "allowedOrigins" | "groups" | "limits">;

/** What a key allows, in a line: `Read and write · from 2 addresses`. */
export function describeKey({ kind, scopes, allowedIps, allowedOrigins, groups, limits }: Described): string {
  const [first, ...others] = allowedOrigins;
  const origins =
    first === undefined
      ? "Server requests only: no websites listed"
      : [first.replace(/^https?:\/\//, ""), others.length > 0 && `${others.length} more`].filter(Boolean).join(" and ");
  const access = scopes.includes("write") ? (scopes.includes("read") ? "Read and write" : "Write only") : "Read only";
  const parts = [
    kind === "admin" ? access : origins,
    allowedIps.length > 0 && `${allowedIps.length} allowed IP ${allowedIps.length === 1 ? "address" : "addresses"}`,
    groups.length > 0 && `reader groups: ${groups.join(", ")}`,
    limits.length > 0 && "custom limits",
  ];
  return parts.filter(Boolean).join(" · ");
}
