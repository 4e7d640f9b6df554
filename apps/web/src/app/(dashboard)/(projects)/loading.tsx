import { Skeleton } from "@docsteward/ui/states";

const CARDS = ["a", "b", "c"];

export default function DashboardLoading() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      <Skeleton className="h-7 w-32" />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {CARDS.map((card) => (
          <Skeleton key={card} shape="card" className="h-32" />
        ))}
      </div>
    </div>
  );
}
