import { Skeleton } from "@docsteward/ui/skeleton";
import { RowsSkeleton } from "./rows-skeleton.tsx";

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
