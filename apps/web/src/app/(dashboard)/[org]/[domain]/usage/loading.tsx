import { Skeleton } from "@docsteward/ui/skeleton";

const LIMITS = ["a", "b", "c", "d"];
const CHARTS = ["calls", "costs"];

export default function UsageLoading() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-6">
      <Skeleton className="h-7 w-24" />
      <div className="flex flex-col divide-y rounded-lg border">
        {LIMITS.map((limit) => (
          <div key={limit} className="flex h-14 items-center gap-4 px-3">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-1.5 flex-1" />
            <Skeleton className="h-4 w-20" />
          </div>
        ))}
      </div>
      {CHARTS.map((chart) => (
        <Skeleton key={chart} className="h-72 rounded-lg" />
      ))}
    </div>
  );
}
