"use client";

import { Button } from "@docsteward/ui/button";

/** Stands in for a page that failed: the id under which the log says more, mostly the request's, and another try. */
export function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-start gap-3 py-20">
      <h1 className="font-semibold text-lg">Something went wrong</h1>
      <p className="text-muted-foreground">
        {error.digest
          ? "The server couldn't load this page. To find details in the server log, search for this ID."
          : "The page failed. Try again. If it fails again, check the browser console for details."}
      </p>
      {error.digest && <p className="font-mono text-muted-foreground text-xs">{error.digest}</p>}
      <Button onClick={reset}>Try again</Button>
    </div>
  );
}
