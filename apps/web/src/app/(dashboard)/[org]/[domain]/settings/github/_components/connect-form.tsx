"use client";
import { Button } from "@docsteward/ui/button";
import { Field } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { Input } from "@docsteward/ui/input";
import { useMutation } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { postForm } from "./post-form.ts";

/** Leads to GitHub, where one click makes the App; its key comes back by itself. */
export function ConnectForm({ webUrl }: { webUrl: string }) {
  const trpc = useTRPC();
  const back = usePathname();
  const [account, setAccount] = useState("");
  const start = useMutation(
    trpc.github.startApp.mutationOptions({ onSuccess: ({ action, manifest }) => postForm(action, { manifest }) }),
  );
  const isLeaving = start.isPending || start.isSuccess;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate({ back, ...(account.trim() && { account: account.trim() }) });
      }}
    >
      <ol className="flex list-decimal flex-col gap-1 pl-5 text-muted-foreground">
        <li>GitHub asks you to confirm an App with write access to contents and pull requests.</li>
        <li>GitHub sends the App's key back to Docsteward. The key is stored encrypted.</li>
        <li>You install the App and select the repositories it can access.</li>
      </ol>
      <Field
        label="GitHub organization"
        isOptional
        hint="The owner of the App. Leave empty to use your personal account."
        className="max-w-sm"
      >
        <Input value={account} onValueChange={setAccount} autoComplete="off" spellCheck={false} placeholder="acme" />
      </Field>
      <FormError message={start.error?.message} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" disabled={isLeaving}>
          {isLeaving ? "Opening GitHub…" : "Create App on GitHub"}
        </Button>
        <span className="text-muted-foreground text-xs">{new URL(webUrl).host}</span>
      </div>
    </form>
  );
}
