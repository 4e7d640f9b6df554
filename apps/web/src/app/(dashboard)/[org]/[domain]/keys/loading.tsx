import { Skeleton } from "@docsteward/ui/skeleton";

const SECTIONS = ["admin", "assistant"];
const ROWS = ["a", "b", "c"];

export default function KeysLoading() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-6">
      <div className="flex items-center justify-between">
        <Skeleton className="h-7 w-28" />
        <Skeleton className="h-8 w-28" />
      </div>
      <Skeleton className="h-16" />
      {SECTIONS.map((section) => (
        <div key={section} className="flex flex-col gap-3">
          <Skeleton className="h-5 w-56" />
          <div className="flex flex-col divide-y rounded-lg border">
            {ROWS.map((row) => (
              <div key={row} className="flex h-11 items-center gap-4 px-3">
                <Skeleton className="h-4 w-32" />
                <Skeleton className="h-4 w-28" />
                <Skeleton className="h-5 w-36" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
