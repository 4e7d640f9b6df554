"use client";
import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { ApiProvider } from "../../../trpc/api-provider.tsx";

/** What every dashboard page stands in: the theme and the way to the server. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange>
      <ApiProvider>{children}</ApiProvider>
    </ThemeProvider>
  );
}
