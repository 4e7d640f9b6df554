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

type CallOptions = {
  token: string;
  key: Pick<CreatedKey["key"], "kind" | "scopes">;
  site: { projectId: string; domain: string; baseUrl: string };
};

export type KeyCall = { method: "GET" | "POST"; path: string; body?: object };

/** A call that every key of the kind may make and that changes nothing. */
export function readCall({ key, site }: Pick<CallOptions, "key" | "site">): KeyCall {
  if (key.kind === "assistant") {
    const path = `/discovery/v1/search/${site.domain}`;
    return { method: "POST", path, body: { query: "getting started", pageSize: 3 } };
  }
  if (key.scopes.includes("read")) return { method: "GET", path: `/v2/agent/${site.projectId}/jobs?limit=1` };
  return workCall({ key, site });
}

/** What the key is made for. */
export function workCall({ key, site }: Pick<CallOptions, "key" | "site">): KeyCall {
  if (key.kind === "admin") {
    const body = { prompt: "Fix the typos on the start page" };
    return { method: "POST", path: `/v2/agent/${site.projectId}/job`, body };
  }
  const message = { role: "user", parts: [{ type: "text", text: "How do I begin?" }] };
  return {
    method: "POST",
    path: `/discovery/v2/assistant/${site.domain}/message`,
    body: { fp: "anonymous", messages: [{ id: "1", ...message }] },
  };
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A call as a command, whole and ready to run. */
export function toCurl(call: KeyCall, { token, site }: CallOptions): string {
  const lines = [`curl ${quote(`${site.baseUrl}${call.path}`)}`, `-H ${quote(`Authorization: Bearer ${token}`)}`];
  if (call.body) lines.push(`-H ${quote("Content-Type: application/json")}`, `-d ${quote(JSON.stringify(call.body))}`);
  return lines.join(" \\\n  ");
}

/** The same as a program. */
export function toFetch(call: KeyCall, { token, site }: CallOptions): string {
  const headers = call.body
    ? `{\n    Authorization: "Bearer ${token}",\n    "Content-Type": "application/json",\n  }`
    : `{ Authorization: "Bearer ${token}" }`;
  const lines = [
    ...(call.method === "GET" ? [] : [`  method: "${call.method}",`]),
    `  headers: ${headers},`,
    ...(call.body ? [`  body: JSON.stringify(${JSON.stringify(call.body)}),`] : []),
  ];
  return `const response = await fetch("${site.baseUrl}${call.path}", {\n${lines.join("\n")}\n});\nconsole.log(response.status, await response.text());`;
}
