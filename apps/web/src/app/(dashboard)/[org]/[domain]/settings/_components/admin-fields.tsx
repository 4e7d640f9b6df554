"use client";
import { cn } from "@docsteward/ui/cn";
import type { ReactNode } from "react";
import { mayAct, useSite } from "../../../../_components/site-context.tsx";

/** The fields of a form of the settings. Who is no admin reads them. */
export function AdminFields({ className, children }: { className?: string; children: ReactNode }) {
  const { role } = useSite();
  return (
    <fieldset disabled={!mayAct(role, "admin")} className={cn("grid min-w-0 gap-4 sm:grid-cols-2", className)}>
      {children}
    </fieldset>
  );
}
