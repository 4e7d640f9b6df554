import { AUDIT_SUBJECTS, type AuditSubject, type AuditView } from "@docsteward/services/audit/list";
import { isAtLeast } from "@docsteward/services/member/role";
import { buttonClasses } from "@docsteward/ui/button";
import { EmptyState } from "@docsteward/ui/states";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { RelativeTime } from "@docsteward/ui/time";
import type { Metadata } from "next";
import Link from "next/link";
import { FilterLinks } from "#components/filter-links.tsx";
import { Notice } from "#components/page-elements.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { formatAuditEvent } from "./_components/format-event.ts";

export const metadata: Metadata = { title: "Audit log" };

type Props = {
  params: Promise<{ org: string; domain: string }>;
  searchParams: Promise<{ about?: string | string[]; before?: string | string[] }>;
};

export default async function AuditPage({ params, searchParams }: Props) {
  const site = await params;
  const { about, before } = await searchParams;
  const { audit, project } = await api();
  const { role } = await orNotFound(project.get(site));
  if (!isAtLeast(role, "admin")) {
    return (
      <Notice>
        Only admins and owners can view the audit log. Your role in {site.org} is {role}.
      </Notice>
    );
  }
  const subject = toSubject(about);
  const beforeId = typeof before === "string" ? before.slice(0, 100) : undefined;
  const { events, nextId } = await audit.list({ ...site, subject, beforeId });
  const hrefOf = (query: Record<string, string | undefined>) => {
    const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return `?${new URLSearchParams(entries)}`;
  };
  const choices = [undefined, "keys", "members", "settings"] as const;
  return (
    <div className="flex flex-col gap-4">
      <FilterLinks
        label="Category"
        choices={choices.map((choice) => ({
          label: choice === undefined ? "All" : `${choice[0]?.toUpperCase()}${choice.slice(1)}`,
          href: hrefOf({ about: choice }),
          isCurrent: subject === choice,
        }))}
      />
      {events.length === 0 ? (
        <EmptyState title="No changes yet">
          <p className="text-muted-foreground">Changes to the keys, settings and members of {site.org} appear here.</p>
        </EmptyState>
      ) : (
        <AuditTable events={events} />
      )}
      {nextId && (
        <Link href={hrefOf({ about: subject, before: nextId })} className={buttonClasses({ className: "self-end" })}>
          View earlier entries
        </Link>
      )}
    </div>
  );
}

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
              {formatAuditEvent.action(action)}
              {/* Where there is no room for columns, the rest stands below. */}
              <span className="block font-normal text-muted-foreground text-xs wrap-anywhere sm:hidden">
                {by}, <RelativeTime at={at} />
                <span className="block">{formatAuditEvent.details(details)}</span>
              </span>
            </TableCell>
            <TableCell className="min-w-48 break-words text-muted-foreground text-xs max-sm:hidden" title={targetId}>
              {formatAuditEvent.details(details)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** What the address asks for; everything when it says nothing that is known. */
export function toSubject(about: string | string[] | undefined): AuditSubject | undefined {
  return AUDIT_SUBJECTS.find((subject) => subject === about);
}
