import { Skeleton } from "@docsteward/ui/skeleton";

const ROWS = ["a", "b", "c", "d", "e", "f"];

export default function SiteLoading() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      <Skeleton className="h-7 w-40" />
      <div className="flex flex-col divide-y rounded-lg border">
        {ROWS.map((row) => (
          <div key={row} className="flex h-11 items-center gap-3 px-3">
            <Skeleton className="h-4 flex-1" />
            <Skeleton className="h-4 w-16" />
          </div>
        ))}
      </div>
    </div>
  );
}
