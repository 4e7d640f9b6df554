import { isAtLeast } from "@docsteward/services/member/role";
import { buttonClasses } from "@docsteward/ui/button";
import { EmptyState } from "@docsteward/ui/empty-state";
import type { Metadata } from "next";
import Link from "next/link";
import { api } from "../../../../../../server/trpc/caller.ts";
import { orNotFound } from "../../../../../../server/trpc/or-not-found.ts";
import { FilterLinks } from "../../../../_components/filter-links.tsx";
import { Notice } from "../../../../_components/notice.tsx";
import { AuditTable } from "./_components/audit-table.tsx";
import { toSubject } from "./_components/to-subject.ts";

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
