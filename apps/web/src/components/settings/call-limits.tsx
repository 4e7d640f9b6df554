"use client";
import { Badge } from "@docsteward/ui/badge";
import { cn } from "@docsteward/ui/cn";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { SettingsSection } from "#app/(dashboard)/[org]/[domain]/settings/(sections)/_components/settings-section.tsx";
import { useMembership } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { CallLimit, KeyChoice } from "#trpc/types.ts";
import { LIMIT_LABELS } from "./limit-labels.ts";

const LimitDialog = dynamic(() => import("./limit-dialog.tsx").then((loaded) => loaded.LimitDialog), { ssr: false });

/** What bounds requests over time: for the organization, and for single keys. */
export function CallLimits({ first, keys }: { first: CallLimit[]; keys: KeyChoice[] }) {
  const { org } = useMembership();
  const trpc = useTRPC();
  const { data: limits } = useQuery(trpc.limit.list.queryOptions({ org }, { initialData: first }));
  const [changed, setChanged] = useState<{ limit: CallLimit; keyId: string | null } | null>(null);
  // Where none is set, a phone has no room for a column that says so.
  const hasKeys = limits.some(({ keys: own }) => own.length > 0);
  return (
    <SettingsSection
      title="Requests"
      description="Apply to all projects of the organization. A key can have lower limits. Only the operator can raise a limit above the installation's. Each project's Usage page shows current values."
      isFlush
    >
      <Table aria-label="Request limits" className="[&_td]:align-top">
        <TableHead>
          <TableRow>
            <TableHeader>Limit</TableHeader>
            <TableHeader className="text-right">Maximum</TableHeader>
            <TableHeader className={cn(!hasKeys && "max-sm:hidden")}>Key limits</TableHeader>
            <TableHeader className="relative w-20">
              <span className="sr-only">Actions</span>
            </TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {limits.map((limit) => {
            const { title, shared, per } = LIMIT_LABELS[limit.name];
            return (
              <TableRow key={limit.name}>
                <TableCell className="min-w-36 sm:min-w-48">
                  <p className="font-medium">{title}</p>
                  <p className="text-muted-foreground text-xs">{shared}</p>
                </TableCell>
                <TableCell isNumber className="whitespace-nowrap">
                  {limit.quota.toLocaleString("en")} <span className="text-muted-foreground">{per}</span>
                  {limit.quota !== limit.configured && (
                    <p>
                      <Badge title={`Installation default: ${limit.configured.toLocaleString("en")}`}>Changed</Badge>
                    </p>
                  )}
                </TableCell>
                <TableCell className={cn(!hasKeys && "max-sm:hidden")}>
                  <ul className="flex flex-col gap-1">
                    {limit.keys.map(({ keyId, name, quota }) => (
                      <li key={keyId} className="flex items-center gap-2">
                        <span className="max-w-40 truncate" title={name}>
                          {name}
                        </span>
                        <span className="tabular-nums">{quota.toLocaleString("en")}</span>
                        <RestrictedButton
                          variant="ghost"
                          size="sm"
                          className="-my-1"
                          aria-label={`Edit ${title} for ${name}`}
                          onClick={() => setChanged({ limit, keyId })}
                        >
                          Edit
                        </RestrictedButton>
                      </li>
                    ))}
                    {limit.keys.length === 0 && <li className="text-muted-foreground">None</li>}
                  </ul>
                </TableCell>
                <TableCell>
                  <RestrictedButton
                    size="sm"
                    aria-label={`Edit ${title}`}
                    onClick={() => setChanged({ limit, keyId: null })}
                  >
                    Edit
                  </RestrictedButton>
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
      {changed && <LimitDialog {...changed} keys={keys} onClose={() => setChanged(null)} />}
    </SettingsSection>
  );
}
