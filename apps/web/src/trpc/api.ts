"use client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { AppRouter } from "../server/trpc/root.ts";

/** `useTRPC()` gives the typed queries, mutations and subscriptions of the server to a client component; `useTRPCClient()` calls one. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();
