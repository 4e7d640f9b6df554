import type { ReactNode } from "react";

/** What a list says when it has nothing yet: one line about what belongs here, then the next step. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-3 rounded-lg border border-dashed p-6">
      <h2 className="font-semibold text-[0.9375rem]">{title}</h2>
      {children}
    </div>
  );
}
