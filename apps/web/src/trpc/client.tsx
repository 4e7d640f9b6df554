"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import { MAX_BATCH, MAX_MUTATIONS } from "../server/trpc/max-batch.ts";
import type { AppRouter } from "../server/trpc/root.ts";

/** `useTRPC()` gives the typed queries, mutations and subscriptions of the server to a client component; `useTRPCClient()` calls one. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

const URL = "/api/trpc";

/** `fetch` whose failure says what happened: browsers only say "Failed to fetch" or "Load failed". */
async function fetchOrExplain(...request: Parameters<typeof fetch>): Promise<Response> {
  try {
    return await fetch(...request);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new Error("The server can't be reached. Check your connection, then try again.", { cause });
  }
}

/** As many as the server accepts in one request, and no URL longer than every proxy accepts. */
const BATCH = { maxItems: MAX_BATCH, maxURLLength: 6_000 };

function makeClient() {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: httpSubscriptionLink({ url: URL }),
        false: splitLink({
          condition: (operation) => operation.type === "mutation",
          true: httpBatchLink({ url: URL, fetch: fetchOrExplain, maxItems: MAX_MUTATIONS }),
          false: httpBatchLink({ url: URL, fetch: fetchOrExplain, ...BATCH }),
        }),
      }),
    ],
  });
}

function makeQueryClient() {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 1_000, retry: 1 } },
    queryCache: new QueryCache({ onError: redirectToSignIn }),
    mutationCache: new MutationCache({ onError: redirectToSignIn }),
  });
}

/** Gives every client component below it the server's procedures and one cache for what they answer. */
export function TrpcClientProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  const [trpcClient] = useState(makeClient);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}

type Refusal = { data?: { problem?: { code?: string } } | null };

/** Redirects to the sign-in page after the session ended, and back afterwards. A wrong password there does not count as one. */
function redirectToSignIn(error: unknown): void {
  const { pathname, search } = window.location;
  const isEnded = (error as Refusal).data?.problem?.code === "not_signed_in";
  if (!isEnded || pathname.startsWith("/sign-in")) return;
  window.location.assign(`/sign-in?next=${encodeURIComponent(`${pathname}${search}`)}`);
}
