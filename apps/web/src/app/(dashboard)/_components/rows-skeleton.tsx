import { cn } from "@docsteward/ui/cn";
import type { ReactNode } from "react";

type Props = {
  count: number;
  /** The height of a row and the gap between its parts. */
  className: string;
  /** The parts of each row. */
  children: ReactNode;
};

/** A framed list whose rows are on their way, each in the same parts. */
export function RowsSkeleton({ count, className, children }: Props) {
  const rows = Array.from({ length: count }, (_, row) => `row ${row}`);
  return (
    <div className="flex flex-col divide-y rounded-lg border">
      {rows.map((row) => (
        <div key={row} className={cn("flex items-center px-3", className)}>
          {children}
        </div>
      ))}
    </div>
  );
}
