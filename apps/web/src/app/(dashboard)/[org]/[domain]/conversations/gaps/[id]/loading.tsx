import { Skeleton } from "@docsteward/ui/skeleton";

export default function GapLoading() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5">
      <Skeleton className="h-4 w-16" />
      <Skeleton className="h-7 w-2/3" />
      <Skeleton className="h-16 rounded-lg" />
      <div className="grid gap-5 lg:grid-cols-[1fr_18rem]">
        <Skeleton className="h-64 rounded-lg" />
        <Skeleton className="h-40 rounded-lg" />
      </div>
    </div>
  );
}
