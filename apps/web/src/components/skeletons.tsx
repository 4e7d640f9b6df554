import { cn } from "@docsteward/ui/cn";
import { Skeleton } from "@docsteward/ui/states";
import type { ReactNode } from "react";

/** A title and a list of rows, while they are on their way. */
export function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      <div className="flex items-center justify-between">
        <Skeleton className="h-7 w-28" />
        <Skeleton className="h-6 w-48" />
      </div>
      <ListRowsSkeleton />
    </div>
  );
}

/** The rows alone. */
export function ListRowsSkeleton() {
  return (
    <RowsSkeleton count={7} className="h-13 gap-3">
      <Skeleton shape="circle" className="size-4 shrink-0" />
      <div className="flex flex-1 flex-col gap-1.5">
        <Skeleton className="h-3.5 w-2/5" />
        <Skeleton className="h-3 w-1/4" />
      </div>
      <Skeleton className="h-3.5 w-16" />
    </RowsSkeleton>
  );
}

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
