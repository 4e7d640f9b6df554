"use client";
import { Button } from "@docsteward/ui/button";
import { Skeleton } from "@docsteward/ui/states";
import { Play } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";

const loadTrial = () => import("./api-reference.tsx").then((module) => module.ApiReference);
const ApiReference = dynamic(loadTrial, { ssr: false, loading: () => <Skeleton className="h-96 w-full" /> });

/**
 * The operations to read, and on request the same to try: what calls them from a page weighs more than all the rest of the dashboard.
 *
 * @param children the operations to read
 */
export function Reference({ children }: { children: ReactNode }) {
  const [isTrial, setIsTrial] = useState(false);
  if (isTrial)
    return (
      <>
        <p className="max-w-prose text-muted-foreground">
          Select Authorize, paste a key, then open an operation. The key stays on this page and is removed when you
          leave. Requests are real: a job you create here runs.
        </p>
        <ApiReference />
      </>
    );
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p className="max-w-prose text-muted-foreground">
          All API operations of this installation, with example requests. To try them here, use one of your keys.
        </p>
        <Button onPointerEnter={loadTrial} onFocus={loadTrial} onClick={() => setIsTrial(true)} className="ml-auto">
          <Play aria-hidden />
          Try requests
        </Button>
      </div>
      {children}
    </>
  );
}
