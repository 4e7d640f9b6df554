import type { ReactNode } from "react";

/** The first line of a page: what it is at the left, what can be done at the right. */
export function PageTitle({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h1 className="font-semibold text-lg tracking-tight">{title}</h1>
      {children}
    </div>
  );
}
