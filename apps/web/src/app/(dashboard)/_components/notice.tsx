import type { ReactNode } from "react";

/** Says in place of something why it is not there. */
export function Notice({ children }: { children: ReactNode }) {
  return <p className="rounded-lg border border-dashed px-3 py-6 text-center text-muted-foreground">{children}</p>;
}
