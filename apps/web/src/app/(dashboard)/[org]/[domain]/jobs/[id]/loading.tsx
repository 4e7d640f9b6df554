import { Skeleton } from "@docsteward/ui/skeleton";

const ROWS = ["a", "b", "c", "d", "e", "f"];

export default function JobLoading() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      <Skeleton className="h-7 w-2/3" />
      <Skeleton className="h-5 w-1/2" />
      <div className="grid gap-5 lg:grid-cols-2">
        <div className="flex flex-col gap-2">
          {ROWS.map((row) => (
            <Skeleton key={row} className="h-8 w-full" />
          ))}
        </div>
        <Skeleton className="h-72 w-full" />
      </div>
    </div>
  );
}
