import { Card } from "@docsteward/ui/card";
import type { ReactNode } from "react";

/** One subject of the account page. */
export function AccountSection(props: {
  title: string;
  description?: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card role="region" aria-label={props.title}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b px-4 py-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-semibold text-[0.9375rem]">{props.title}</h2>
          {props.description && <p className="mt-0.5 text-muted-foreground">{props.description}</p>}
        </div>
        {props.actions}
      </div>
      {props.children}
    </Card>
  );
}
