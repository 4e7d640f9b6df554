"use client";
import { Button } from "@docsteward/ui/button";
import { Field, Input } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { LeaveGuard } from "#components/leave-guard.tsx";
import { GitServerFields, NO_CREDENTIAL, toCredential } from "#components/new-project/git-server-fields.tsx";
import { useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { ProjectSource } from "#trpc/types.ts";

/** Sets a repository at any Git server, or another token or key. The service looks at the repository before it is saved. */
export default function GitServerForm({ current, onClose }: { current: ProjectSource; onClose: () => void }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const known = current.host === "git" ? current.repository : "";
  const [repo, setRepo] = useState(known);
  const [credential, setCredential] = useState(NO_CREDENTIAL);
  const connect = useMutation(
    trpc.github.connectServer.mutationOptions({
      onSuccess: ({ repository, hostKeys }) => {
        const keys = hostKeys.length > 0 ? ` Host key: ${hostKeys.join(", ")}.` : "";
        toast.success(`Connected ${repository}.${keys}`);
        void queryClient.invalidateQueries(trpc.github.get.queryFilter({ org, domain }));
        onClose();
        router.refresh();
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const ref = repo === current.repository ? current.baseRef : undefined;
    connect.mutate({ org, domain, repo, ref, credential: toCredential(repo, credential) });
  };
  return (
    <form onSubmit={submit} noValidate aria-label="Git URL" className="flex flex-col gap-4">
      <Field label="Repository URL" hint="The https or SSH URL at any Git server, such as GitLab, Gitea or Bitbucket.">
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={repo}
          placeholder="https://git.example.com/acme/docs.git"
          className="font-mono text-[0.8125rem]"
          onChange={({ target }) => setRepo(target.value)}
        />
      </Field>
      <GitServerFields repository={repo} value={credential} onChange={setCredential} />
      <LeaveGuard isDirty={repo !== known || credential !== NO_CREDENTIAL} />
      <FormError message={connect.error?.message} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" disabled={connect.isPending || repo.trim() === ""}>
          {connect.isPending ? "Connecting…" : "Connect"}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
