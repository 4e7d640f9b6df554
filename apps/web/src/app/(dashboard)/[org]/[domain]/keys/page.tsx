import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { TriangleAlert } from "lucide-react";
import type { Metadata } from "next";
import { AddressState } from "#components/query-state.tsx";
import { api, orNotFound } from "#server/trpc/caller.ts";
import type { KeyRow } from "#trpc/types.ts";
import { KeysView, ProjectIds } from "./_components/keys-view.tsx";

export const metadata: Metadata = { title: "API keys" };

export default async function KeysPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const { key } = await api();
  const keys = await orNotFound(key.list(site));
  return (
    <AddressState>
      <KeysView first={keys} ids={<ProjectIds />}>
        <DeprecatedCalls keys={keys} />
      </KeysView>
    </AddressState>
  );
}

/** Which keys still call what will go, and what each has to call instead. */
export function DeprecatedCalls({ keys }: { keys: KeyRow[] }) {
  const rows = keys.flatMap(({ id, name, hint, deprecatedCalls }) =>
    deprecatedCalls.map((call) => ({ keyId: id, name, hint, ...call })),
  );
  const [first] = rows;
  if (first === undefined) return null;
  const { sunset } = first;
  return (
    <section aria-label="Deprecated requests" className="flex flex-col gap-2.5">
      <div>
        <h2 className="flex items-center gap-1.5 font-semibold text-[0.9375rem]">
          <TriangleAlert aria-hidden className="size-4 text-warning" />
          Requests to deprecated operations
        </h2>
        <p className="text-muted-foreground">
          In the last 30 days.{" "}
          {sunset
            ? `These operations will be removed on ${sunset.slice(0, 10)}.`
            : "These operations have no removal date yet. Update your code before they are removed."}
        </p>
      </div>
      <Table aria-label="Deprecated requests">
        <TableHead>
          <TableRow>
            <TableHeader>Key</TableHeader>
            <TableHeader>Operation</TableHeader>
            <TableHeader>Replacement</TableHeader>
            <TableHeader className="text-right">Requests</TableHeader>
            <TableHeader>Last used</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ keyId, name, hint, method, path, successor, count, lastDay }) => (
            <TableRow key={`${keyId} ${method} ${path}`}>
              <TableCell className="font-medium" title={hint}>
                {name}
              </TableCell>
              <TableCell className="font-mono text-xs">
                {method} {path}
              </TableCell>
              <TableCell className="font-mono text-xs">
                {method} {successor}
              </TableCell>
              <TableCell isNumber>{count.toLocaleString("en")}</TableCell>
              <TableCell className="whitespace-nowrap text-muted-foreground">{lastDay.slice(0, 10)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}
