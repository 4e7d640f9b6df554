"use client";

import { Badge } from "@docsteward/ui/badge";
import { Button } from "@docsteward/ui/button";
import { CodeBlock } from "@docsteward/ui/copy";
import { Select } from "@docsteward/ui/select";
import { ErrorState } from "@docsteward/ui/states";
import { RelativeTime } from "@docsteward/ui/time";
import { toast } from "@docsteward/ui/toast";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronRight, RotateCw } from "lucide-react";
import { parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import { SettingsSection } from "#app/(dashboard)/[org]/[domain]/settings/(sections)/_components/settings-section.tsx";
import { useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { Delivery, DeliveryPage } from "#trpc/types.ts";
import { DELIVERY_STATES, DELIVERY_TYPES, type DeliveryFilter } from "./delivery-filter.ts";

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
  const { org, domain } = useProject();
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

const DELIVERY_ROW_STATES = {
  pending: { tone: "brand", word: "Pending" },
  trying: { tone: "warning", word: "Retrying" },
  delivered: { tone: "success", word: "Delivered" },
  failed: { tone: "destructive", word: "Failed" },
} as const;

/** One event on its way to an endpoint; it opens to what was sent and each try. */
function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const redeliver = useMutation(
    trpc.webhook.redeliver.mutationOptions({
      onSuccess: () => toast.success("Resending the event with the same ID."),
      onError: ({ message }) => toast.error(message),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.webhook.deliveries.pathKey() }),
    }),
  );
  const last = delivery.attempts.at(-1);
  const { tone, word } = DELIVERY_ROW_STATES[delivery.state === "pending" && last ? "trying" : delivery.state];
  return (
    <li>
      <div className="flex items-center gap-x-3 px-4 py-2">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="-m-1 flex min-w-0 flex-1 cursor-pointer items-center gap-2.5 rounded p-1 text-left"
        >
          <ChevronRight
            aria-hidden
            className={
              isOpen ? "size-3.5 shrink-0 rotate-90 transition-transform" : "size-3.5 shrink-0 transition-transform"
            }
          />
          <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-0.5">
            <Badge tone={tone}>{word}</Badge>
            <code className="truncate font-mono text-xs">{delivery.type}</code>
            <span className="shrink-0 text-muted-foreground text-xs tabular-nums">
              {last?.status ?? (last ? "no response" : "")}
              {delivery.attempts.length > 1 && ` · ${delivery.attempts.length} attempts`}
            </span>
          </span>
        </button>
        <RelativeTime at={delivery.createdAt} className="shrink-0 text-muted-foreground text-xs" />
        <RestrictedButton
          size="sm"
          variant="ghost"
          disabled={redeliver.isPending}
          aria-label={`Resend ${delivery.type}`}
          onClick={() => redeliver.mutate({ org, domain, deliveryId: delivery.id })}
        >
          <RotateCw aria-hidden />
          <span className="max-sm:hidden">Resend</span>
        </RestrictedButton>
      </div>
      {isOpen && <DeliveryDetails delivery={delivery} />}
    </li>
  );
}

/** What was sent, and what came of each try. */
function DeliveryDetails({ delivery }: { delivery: Delivery }) {
  const { id, body, attempts, nextAttemptAt, state } = delivery;
  return (
    <div className="flex flex-col gap-3 border-t bg-muted/40 px-4 py-3">
      <p className="text-muted-foreground text-xs">
        webhook-id <code className="font-mono">{id}</code>
        {state === "pending" && nextAttemptAt && attempts.length > 0 && (
          <>
            {" "}
            · next attempt at <time dateTime={nextAttemptAt}>{nextAttemptAt.slice(11, 16)} UTC</time>
            {nextAttemptAt.slice(0, 10) !== attempts.at(-1)?.at.slice(0, 10) && ` on ${nextAttemptAt.slice(0, 10)}`}
          </>
        )}
      </p>
      <section aria-label="Attempts" className="flex flex-col gap-1.5">
        {attempts.length === 0 && <p className="text-muted-foreground">No attempts yet. A worker sends it shortly.</p>}
        <ol className="flex flex-col gap-1.5">
          {attempts.map(({ at, durationMs, status, response, error }) => (
            <li key={at} className="rounded-md border bg-background px-3 py-2">
              <p className="flex flex-wrap gap-x-3">
                <span className={status !== null && status < 300 ? "text-success" : "text-destructive"}>
                  {status === null ? "No response" : `Status ${status}`}
                </span>
                <span className="text-muted-foreground tabular-nums">{durationMs} ms</span>
                <RelativeTime at={at} className="text-muted-foreground" />
              </p>
              {error && (status === null || status < 400) && <p className="break-words">{error}</p>}
              {response && (
                <pre className="mt-1 max-h-32 overflow-auto whitespace-pre-wrap break-all font-mono text-xs">
                  {response}
                </pre>
              )}
            </li>
          ))}
        </ol>
      </section>
      <CodeBlock code={toPretty(body)} label="Copy body" />
    </div>
  );
}

function toPretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // Every body is JSON that the service wrote; an invalid one is shown unchanged.
    return body;
  }
}
