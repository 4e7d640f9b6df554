import { Skeleton } from "@docsteward/ui/states";
import { RowsSkeleton } from "#components/skeletons.tsx";

const CHARTS = ["calls", "costs"];

export default function UsageLoading() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-6">
      <Skeleton className="h-7 w-24" />
      <RowsSkeleton count={4} className="h-14 gap-4">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-1.5 flex-1" />
        <Skeleton className="h-4 w-20" />
      </RowsSkeleton>
      {CHARTS.map((chart) => (
        <Skeleton key={chart} shape="card" className="h-72" />
      ))}
    </div>
  );
}
