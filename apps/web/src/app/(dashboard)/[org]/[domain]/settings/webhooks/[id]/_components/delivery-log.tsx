"use client";
import { Button } from "@docsteward/ui/button";
import { ErrorState } from "@docsteward/ui/error-state";
import { Select } from "@docsteward/ui/select";
import { useInfiniteQuery } from "@tanstack/react-query";
import { parseAsStringLiteral, useQueryStates } from "nuqs";
import { useTRPC } from "../../../../../../../../trpc/api.ts";
import { useSite } from "../../../../../../_components/site-context.tsx";
import { SettingsSection } from "../../../_components/settings-section.tsx";
import type { DeliveryPage } from "../../_components/webhook-types.ts";
import { DELIVERY_STATES, DELIVERY_TYPES, type DeliveryFilter } from "./delivery-filter.ts";
import { DeliveryRow } from "./delivery-row.tsx";

const SEARCH = { state: parseAsStringLiteral(DELIVERY_STATES), type: parseAsStringLiteral(DELIVERY_TYPES) };
const LIVE_MS = 1_500;
const CALM_MS = 10_000;
const ANY = "any";
const STATES = [
  { value: ANY, label: "Any state" },
  { value: "delivered", label: "Delivered" },
  { value: "pending", label: "Pending" },
  { value: "failed", label: "Failed" },
];
const TYPES = [{ value: ANY, label: "Any event" }, ...DELIVERY_TYPES.map((type) => ({ value: type, label: type }))];

type Props = { id: string; first: DeliveryPage; firstFilter: DeliveryFilter };

/** What was sent to an endpoint and what became of it, newest first, as it happens. */
export function DeliveryLog({ id, first, firstFilter }: Props) {
  const { org, domain } = useSite();
  const trpc = useTRPC();
  const [search, setSearch] = useQueryStates(SEARCH);
  const filter = { state: search.state ?? undefined, type: search.type ?? undefined };
  const isFirst = filter.state === firstFilter.state && filter.type === firstFilter.type;
  const query = useInfiniteQuery(
    trpc.webhook.deliveries.infiniteQueryOptions(
      { org, domain, id, ...filter },
      {
        getNextPageParam: ({ next }) => next,
        ...(isFirst && { initialData: { pages: [first], pageParams: [null] } }),
        refetchInterval: ({ state }) =>
          state.data?.pages.some(({ deliveries }) => deliveries.some((row) => row.state === "pending"))
            ? LIVE_MS
            : CALM_MS,
      },
    ),
  );
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries) ?? [];
  const isFiltered = search.state !== null || search.type !== null;
  return (
    <SettingsSection
      title="Deliveries"
      description="Kept for the same period as job events."
      isFlush
      actions={
        <div className="flex gap-2">
          <Select
            isSmall
            label="State"
            choices={STATES}
            value={search.state ?? ANY}
            onChange={(state) => setSearch({ state: SEARCH.state.parse(state) })}
          />
          <Select
            isSmall
            label="Event"
            choices={TYPES}
            value={search.type ?? ANY}
            onChange={(type) => setSearch({ type: SEARCH.type.parse(type) })}
          />
        </div>
      }
    >
      {query.isError && <ErrorState message={query.error.message} onRetry={() => query.refetch()} className="m-4" />}
      {deliveries.length === 0 && !query.isPending ? (
        <p className="px-4 py-6 text-center text-muted-foreground">
          {isFiltered ? "No matching deliveries." : "No deliveries yet. Send a test event to see an example."}
        </p>
      ) : (
        <ul className="divide-y">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className="border-t p-2 text-center">
          <Button variant="ghost" size="sm" disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {query.isFetchingNextPage ? "Loading…" : "Load older deliveries"}
          </Button>
        </div>
      )}
    </SettingsSection>
  );
}
