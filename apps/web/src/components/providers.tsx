"use client";

import { Toaster } from "@docsteward/ui/toast";
import { ThemeProvider, useTheme } from "next-themes";
import type { ReactNode } from "react";
import { TrpcClientProvider } from "../trpc/client.tsx";

/**
 * The context of every page: the theme, the connection to the server, and a place for toasts.
 *
 * @param nonce lets the script run that chooses the theme before the page is painted
 */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return (
    <ThemeProvider nonce={nonce} attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange>
      <TrpcClientProvider>{children}</TrpcClientProvider>
      <ThemedToaster />
    </ThemeProvider>
  );
}

function ThemedToaster() {
  const { resolvedTheme } = useTheme();
  return <Toaster theme={resolvedTheme === "dark" ? "dark" : "light"} />;
}
