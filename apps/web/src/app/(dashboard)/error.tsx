"use client";
import { Button } from "@docsteward/ui/button";

export default function DashboardError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-start gap-3 py-20">
      <h1 className="font-semibold text-lg">This page could not be shown</h1>
      <p className="text-muted-foreground">Something went wrong on the server. Its log says more under this number.</p>
      {error.digest && <p className="font-mono text-muted-foreground text-xs">{error.digest}</p>}
      <Button onClick={reset}>Try again</Button>
    </div>
  );
}
