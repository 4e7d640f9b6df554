import { cn } from "@docsteward/ui/cn";
import { Card } from "@docsteward/ui/layout";
import type { ReactNode } from "react";

type Props = {
  title: string;
  /** One or two sentences: what it decides. */
  description?: ReactNode;
  children: ReactNode;
  /** Shown at the right of the title. */
  actions?: ReactNode;
  isDangerous?: boolean;
  /** Without space around the children, for tables and lists. */
  isFlush?: boolean;
};

/** One subject of the settings. */
export function SettingsSection({ title, description, children, actions, isDangerous, isFlush }: Props) {
  return (
    <Card className={cn(isDangerous && "border-destructive/40")} role="region" aria-label={title}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b px-4 py-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className={cn("font-semibold text-[0.9375rem]", isDangerous && "text-destructive")}>{title}</h2>
          {description && <p className="mt-0.5 max-w-prose text-muted-foreground">{description}</p>}
        </div>
        {actions}
      </div>
      <div
        className={cn(
          isFlush ? "overflow-hidden rounded-b-lg [&>.rounded-lg]:rounded-none [&>.rounded-lg]:border-0" : "p-4",
        )}
      >
        {children}
      </div>
    </Card>
  );
}

/** Things that are as they are: a name and a value each. */
export function DescriptionList({ facts }: { facts: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2.5 sm:grid-cols-[max-content_1fr]">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-muted-foreground max-sm:-mb-2">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
