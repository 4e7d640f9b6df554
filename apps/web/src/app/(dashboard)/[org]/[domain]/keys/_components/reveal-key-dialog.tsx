"use client";

import { Button } from "@docsteward/ui/button";
import { CodeBlock } from "@docsteward/ui/copy";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { DialogActions } from "@docsteward/ui/layout";
import { Tab, TabList, TabPanel, Tabs } from "@docsteward/ui/tabs";
import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { SecretBox, useUnloadGuard } from "#components/secret-box.tsx";
import type { CreatedKey } from "#trpc/types.ts";
import { type KeyCall, readCall, toCurl, toFetch, workCall } from "./code-samples.ts";

/** Shows a new key, this once, with calls that are ready to run. It cannot be left by accident. */
export function RevealKeyDialog({ made, onClose }: { made: CreatedKey; onClose: () => void }) {
  const { token, key } = made;
  const site = useProject();
  const [isAsking, setIsAsking] = useState(false);
  const options = { token, key, site };
  const call = readCall(options);
  const work = workCall(options);
  const trial = useMutation({ mutationFn: () => tryKey(call, token) });
  const mayTry = call.path !== work.path;
  useUnloadGuard(true);
  return (
    <Dialog open onOpenChange={(open) => !open && setIsAsking(true)}>
      <DialogContent size="lg" title={`${key.name} is ready`} hasClose={false}>
        <div className="flex flex-col gap-4">
          <SecretBox
            value={token}
            label="Copy key"
            words="Copy the key now. It is stored as a hash and can't be shown again."
          />
          {key.kind === "assistant" && key.allowedOrigins.length === 0 && (
            <p className="text-muted-foreground">No websites are listed. This key allows server requests only.</p>
          )}
          <Tabs defaultValue="curl">
            <TabList aria-label="Examples">
              <Tab value="curl">curl</Tab>
              <Tab value="fetch">fetch</Tab>
              <Tab value="work">{key.kind === "admin" ? "Start a job" : "Ask the assistant"}</Tab>
            </TabList>
            <TabPanel value="curl">
              <CodeBlock code={toCurl(call, options)} label="Copy command" />
            </TabPanel>
            <TabPanel value="fetch">
              <CodeBlock code={toFetch(call, options)} label="Copy code" />
            </TabPanel>
            <TabPanel value="work">
              <CodeBlock code={toCurl(work, options)} label="Copy command" />
            </TabPanel>
          </Tabs>
          {mayTry && (
            <div className="flex flex-wrap items-center gap-3">
              <Button size="sm" disabled={trial.isPending} onClick={() => trial.mutate()}>
                {trial.isPending ? "Sending…" : "Try it now"}
              </Button>
              <p role="status" className="flex min-w-0 flex-1 items-center gap-1.5 text-muted-foreground text-xs">
                {trial.data === undefined ? (
                  "Sends the first request above from this browser. Nothing is changed."
                ) : (
                  <>
                    {trial.data.isOk ? (
                      <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
                    ) : (
                      <CircleX aria-hidden className="size-4 shrink-0 text-destructive" />
                    )}
                    <span className="break-words">{trial.data.sentence}</span>
                  </>
                )}
              </p>
            </div>
          )}
        </div>
        {isAsking ? (
          <div role="alert" className="mt-4 flex flex-wrap items-center justify-end gap-2">
            <p className="min-w-0 flex-1">You won't see this key again. Have you saved it?</p>
            <Button onClick={() => setIsAsking(false)}>Go back</Button>
            <Button variant="primary" onClick={onClose}>
              Yes, close
            </Button>
          </div>
        ) : (
          <DialogActions className="mt-4">
            <Button variant="primary" onClick={() => setIsAsking(true)}>
              Done
            </Button>
          </DialogActions>
        )}
      </DialogContent>
    </Dialog>
  );
}

type TriedKey = { isOk: boolean; sentence: string };

/** Makes a call with a key from this browser, to this very service, and says what came of it. */
async function tryKey(call: KeyCall, token: string): Promise<TriedKey> {
  try {
    const response = await fetch(call.path, {
      method: call.method,
      credentials: "omit",
      headers: { Authorization: `Bearer ${token}`, ...(call.body && { "Content-Type": "application/json" }) },
      ...(call.body && { body: JSON.stringify(call.body) }),
    });
    const answer = (await response.json()) as { error?: string };
    if (!response.ok)
      return { isOk: false, sentence: `${response.status}: ${answer.error ?? "The request was refused."}` };
    return { isOk: true, sentence: `${response.status}: the key works. ${call.method} ${call.path} succeeded.` };
  } catch {
    return { isOk: false, sentence: "Can't reach the service from this browser." };
  }
}
