import { Skeleton } from "@docsteward/ui/skeleton";
import { RowsSkeleton } from "../../_components/rows-skeleton.tsx";

export default function SiteLoading() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      <Skeleton className="h-7 w-40" />
      <RowsSkeleton count={6} className="h-11 gap-3">
        <Skeleton className="h-4 flex-1" />
        <Skeleton className="h-4 w-16" />
      </RowsSkeleton>
    </div>
  );
}
