import { Skeleton } from "@docsteward/ui/skeleton";

export default function ThreadLoading() {
  return (
    <div role="status" aria-label="Loading" className="mx-auto flex max-w-3xl flex-col gap-5">
      <Skeleton className="h-4 w-28" />
      <Skeleton className="h-7 w-2/3" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}
