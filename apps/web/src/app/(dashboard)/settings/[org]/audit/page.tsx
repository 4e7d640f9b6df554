import { AUDIT_SUBJECTS, type AuditView } from "@docsteward/services/audit/list";
import { isAtLeast } from "@docsteward/services/member/role";
import { buttonClasses } from "@docsteward/ui/button";
import { EmptyState } from "@docsteward/ui/states";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { RelativeTime } from "@docsteward/ui/time";
import type { Metadata } from "next";
import Link from "next/link";
import { DateFields, SearchField } from "#app/(dashboard)/[org]/[domain]/conversations/_components/list-controls.tsx";
import {
  firstParam,
  type Params,
  withSearchParams,
} from "#app/(dashboard)/[org]/[domain]/conversations/_components/search-params.ts";
import { ExportMenu } from "#components/export-menu.tsx";
import { FilterLinks } from "#components/filter-links.tsx";
import { Notice } from "#components/page-elements.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { formatAuditEvent } from "./_components/format-event.ts";
import { readAuditFilter, toAuditParams } from "./audit-filter.ts";

export const metadata: Metadata = { title: "Audit log" };

type Props = { params: Promise<{ org: string }>; searchParams: Promise<Params> };

const CHOICES = [undefined, ...AUDIT_SUBJECTS];

export default async function AuditPage({ params, searchParams }: Props) {
  const { org } = await params;
  const given = await searchParams;
  const { audit, organization } = await api();
  const { role } = await orNotFound(organization.get({ org }));
  if (!isAtLeast(role, "admin")) {
    return (
      <Notice>
        Only admins and owners can view the audit log. Your role in {org} is {role}.
      </Notice>
    );
  }
  const filter = readAuditFilter(given);
  const { events, nextId } = await audit.list({ org, ...filter, beforeId: firstParam(given, "before")?.slice(0, 100) });
  const path = `/settings/${org}/audit`;
  const hrefOf = (changed: Record<string, string | undefined>) =>
    withSearchParams(path, { ...toAuditParams(filter), ...changed });
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField label="Search audit log" value={filter.search ?? ""} href={hrefOf({ q: undefined })} />
        <FilterLinks
          label="Category"
          choices={CHOICES.map((choice) => ({
            label: choice === undefined ? "All" : `${choice[0]?.toUpperCase()}${choice.slice(1)}`,
            href: hrefOf({ about: choice }),
            isCurrent: filter.subject === choice,
          }))}
        />
        <DateFields from={filter.from} to={filter.to} href={hrefOf({ from: undefined, to: undefined })} />
        <div className="ml-auto">
          <ExportMenu href={withSearchParams(`${path}/export`, toAuditParams(filter))} />
        </div>
      </div>
      {events.length > 0 ? (
        <AuditTable events={events} />
      ) : isFiltered ? (
        <Notice>No matching entries. Remove a filter to see more.</Notice>
      ) : (
        <EmptyState title="No changes yet">
          <p className="text-muted-foreground">Changes to the keys, settings, members and jobs of {org} appear here.</p>
        </EmptyState>
      )}
      {nextId && (
        <Link href={hrefOf({ before: nextId })} className={buttonClasses({ className: "self-end" })}>
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
