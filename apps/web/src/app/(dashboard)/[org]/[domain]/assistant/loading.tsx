import { Skeleton } from "@docsteward/ui/states";

export default function AssistantLoading() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      <Skeleton className="h-7 w-28" />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton shape="card" className="h-[28rem]" />
        <Skeleton shape="card" className="hidden h-[28rem] lg:block" />
      </div>
    </div>
  );
}
