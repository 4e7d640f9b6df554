"use client";
import { Table, TableBody, TableHead, TableHeader, TableRow } from "@docsteward/ui/table";
import { Plus } from "lucide-react";
import { RestrictedButton } from "../../../../_components/restricted-button.tsx";
import type { KeyAction } from "./key-action.ts";
import type { KeyRow } from "./key-row.ts";
import { KeyTableRow } from "./key-table-row.tsx";

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
