"use client";
import type { ReactNode } from "react";
import { RestrictedButton } from "../../../../_components/restricted-button.tsx";
import { mayAct, useSite } from "../../../../_components/site-context.tsx";

/** The last line of a form of the settings: what saving does, and the button. */
export function SaveRow(props: { isDirty: boolean; isPending: boolean; children?: ReactNode }) {
  const { org, role } = useSite();
  const why = mayAct(role, "admin") ? null : `Your role in ${org} is ${role}. Only admins can change this.`;
  return (
    <div className="-mx-4 -mb-4 flex flex-wrap items-center justify-between gap-3 border-t bg-muted/50 px-4 py-3">
      <p className="min-w-0 flex-1 basis-60 text-muted-foreground text-xs">{why ?? props.children}</p>
      <RestrictedButton type="submit" variant="primary" disabled={!props.isDirty || props.isPending}>
        {props.isPending ? "Saving…" : "Save"}
      </RestrictedButton>
    </div>
  );
}
