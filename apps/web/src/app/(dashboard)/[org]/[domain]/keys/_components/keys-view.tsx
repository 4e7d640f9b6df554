"use client";

import { Button } from "@docsteward/ui/button";
import { CopyButton } from "@docsteward/ui/copy";
import { EmptyState, ErrorState } from "@docsteward/ui/states";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsBoolean, parseAsInteger, parseAsStringLiteral, useQueryStates } from "nuqs";
import { type ReactNode, useState } from "react";
import { PageTitle } from "#components/page-elements.tsx";
import { useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { KeyRow } from "#trpc/types.ts";
import { type KeyAction, KeySection } from "./key-table.tsx";

const KeyDialogs = dynamic(() => import("./key-dialogs.tsx").then((loaded) => loaded.KeyDialogs), { ssr: false });

/** A page shows so many keys at first, and twice as many with each request for more. */
const FIRST_KEYS = 100;
const MOST_KEYS = 2_000;

const SEARCH = {
  ended: parseAsBoolean.withDefault(false),
  keys: parseAsInteger.withDefault(FIRST_KEYS),
  new: parseAsStringLiteral(["admin", "assistant"] as const),
};

/** Both kinds of keys, and all that can be done with them. */
export function KeysView({ first, ids, children }: { first: KeyRow[]; ids: ReactNode; children: ReactNode }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const [search, setSearch] = useQueryStates(SEARCH);
  const limit = Math.min(Math.max(search.keys, FIRST_KEYS), MOST_KEYS);
  const isFirst = limit === FIRST_KEYS;
  const query = useQuery({
    ...trpc.key.list.queryOptions(isFirst ? { org, domain } : { org, domain, limit }),
    ...(isFirst ? { initialData: first } : { placeholderData: first }),
    refetchInterval: 30_000,
    staleTime: 10_000,
  });
  const [action, setAction] = useState<KeyAction | null>(null);
  const keys = query.data ?? first;
  const ended = keys.filter(({ state }) => state !== "valid");
  const shown = search.ended ? keys : keys.filter(({ state }) => state === "valid");
  // A link such as the palette's opens the form: ?new=admin.
  const asked: KeyAction | null = search.new ? { kind: "create", of: search.new } : null;
  const sections = { keys: shown, onAction: setAction };
  return (
    <div className="flex flex-col gap-6">
      <PageTitle title="API keys">
        <RestrictedButton variant="primary" onClick={() => setAction({ kind: "create", of: "admin" })}>
          <Plus aria-hidden />
          Create key
        </RestrictedButton>
      </PageTitle>
      {ids}
      {query.isError && <ErrorState message={query.error.message} onRetry={() => query.refetch()} />}
      {children}
      {keys.length === 0 ? (
        <FirstKey onCreate={(of) => setAction({ kind: "create", of })} />
      ) : (
        <>
          <KeySection
            {...sections}
            kind="admin"
            title="Admin keys"
            purpose="Secret. For servers. Start and read jobs in every project of the organization."
          />
          <KeySection
            {...sections}
            kind="assistant"
            title="Assistant keys"
            purpose="Public. Safe in browsers. Ask this project's assistant from the websites listed on each key."
          />
          {ended.length > 0 && (
            <Button
              variant="ghost"
              size="sm"
              className="self-start"
              aria-expanded={search.ended}
              onClick={() => setSearch({ ended: search.ended ? null : true })}
            >
              {search.ended ? "Hide" : "Show"} {ended.length} inactive {ended.length === 1 ? "key" : "keys"}
            </Button>
          )}
          {keys.length >= limit && limit < MOST_KEYS && (
            <Button
              variant="ghost"
              size="sm"
              className="self-start"
              disabled={query.isFetching}
              onClick={() => setSearch({ keys: Math.min(limit * 2, MOST_KEYS) })}
            >
              Show more keys
            </Button>
          )}
        </>
      )}
      {(action ?? asked) && (
        <KeyDialogs
          action={action ?? asked}
          onClose={() => {
            setAction(null);
            if (search.new) void setSearch({ new: null });
          }}
        />
      )}
    </div>
  );
}

/** What a key opens, before there is one. */
function FirstKey({ onCreate }: { onCreate: (kind: "admin" | "assistant") => void }) {
  return (
    <EmptyState title="No keys yet">
      <p>
        Keys let programs access this site. An <strong className="font-medium">admin key</strong> starts agent jobs from
        a server or CI and reads their results. An <strong className="font-medium">assistant key</strong> adds the
        assistant to your documentation pages.
      </p>
      <RestrictedButton variant="primary" className="w-fit" onClick={() => onCreate("admin")}>
        Create admin key
      </RestrictedButton>
    </EmptyState>
  );
}

/** What a caller of the API has to know besides its key. */
export function ProjectIds() {
  const { projectId, domain, baseUrl } = useProject();
  const ids = [
    { label: "Project ID", value: projectId, use: "agent API" },
    { label: "Domain", value: domain, use: "assistant API" },
    { label: "Base URL", value: baseUrl, use: "both" },
  ];
  return (
    <dl className="grid divide-y overflow-hidden rounded-lg border sm:grid-cols-[auto_auto_1fr] sm:divide-x sm:divide-y-0">
      {ids.map(({ label, value, use }) => (
        <div key={label} className="min-w-0 px-3 py-2">
          <dt className="text-muted-foreground text-xs">
            {label} <span>· {use}</span>
          </dt>
          <dd className="flex min-w-0 items-center gap-1">
            <code className="truncate font-mono text-xs" title={value}>
              {value}
            </code>
            <CopyButton value={value} label={`Copy ${label}`} className="-my-1" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
