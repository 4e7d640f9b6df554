"use client";

import { cn } from "@docsteward/ui/cn";
import { CopyButton } from "@docsteward/ui/copy";
import type { ReactNode } from "react";
import { LeaveGuard } from "#components/leave-guard.tsx";
import { hasRole, useMembership } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";

/** The fields of a form of the settings, side by side where there is room. Who is no admin reads them. */
export function AdminFields({ columns = 2, children }: { columns?: 1 | 2 | 3; children: ReactNode }) {
  const { role } = useMembership();
  return (
    <fieldset
      disabled={!hasRole(role, "admin")}
      className={cn("grid min-w-0 gap-4", columns > 1 && "sm:grid-cols-2", columns === 3 && "lg:grid-cols-3")}
    >
      {children}
    </fieldset>
  );
}

/** The last line of a form of the settings: what saving does, and the button. */
export function FormFooter(props: { isDirty: boolean; isPending: boolean; children?: ReactNode }) {
  const { org, role } = useMembership();
  const why = hasRole(role, "admin") ? null : `Your role in ${org} is ${role}. Only admins can change this.`;
  return (
    <div className="-mx-4 -mb-4 flex flex-wrap items-center justify-between gap-3 border-t bg-muted/50 px-4 py-3">
      <LeaveGuard isDirty={props.isDirty} />
      <p className="min-w-0 flex-1 basis-60 text-muted-foreground text-xs">{why ?? props.children}</p>
      <RestrictedButton type="submit" variant="primary" disabled={!props.isDirty || props.isPending}>
        {props.isPending ? "Saving…" : "Save"}
      </RestrictedButton>
    </div>
  );
}

/** An id or an address, and a button that copies it. */
export function Copyable({ value, label }: { value: string; label: string }) {
  return (
    <span className="flex items-center gap-1">
      <code className="min-w-0 break-all font-mono text-xs">{value}</code>
      <CopyButton value={value} label={label} className="-my-1" />
    </span>
  );
}
