"use client";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "../server/trpc/root.ts";
import { TRPCProvider } from "./api.ts";
import { signInAgain } from "./sign-in-again.ts";

const URL = "/api/trpc";

function makeClient() {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: httpSubscriptionLink({ url: URL }),
        false: httpBatchLink({ url: URL }),
      }),
    ],
  });
}

function makeQueryClient() {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 1_000, retry: 1 } },
    queryCache: new QueryCache({ onError: signInAgain }),
    mutationCache: new MutationCache({ onError: signInAgain }),
  });
}

/** Gives every client component below it the server's procedures and one cache for what they answer. */
export function ApiProvider({ children }: { children: ReactNode }) {
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
