import type { ReactNode } from "react";

/** The heading of a page for people who are not signed in, and a line below it. */
export function AuthTitle({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
      {children && <p className="text-muted-foreground">{children}</p>}
    </div>
  );
}
