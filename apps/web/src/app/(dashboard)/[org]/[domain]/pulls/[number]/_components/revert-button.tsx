"use client";

import { toast } from "@docsteward/ui/toast";
import { useMutation } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { newJobDraft, writeDraft } from "#components/draft.ts";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC, useTRPCClient } from "#trpc/client.tsx";

type Props = { site: { org: string; domain: string }; pull: { number: number; repository: string } };

/** Drafts the job that undoes a merged pull request, and opens the window in which a person starts it. */
export function RevertButton({ site, pull: { number, repository } }: Props) {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const router = useRouter();
  const draft = useMutation({
    mutationKey: trpc.pullRequest.revert.queryKey(),
    mutationFn: () => client.pullRequest.revert.query({ ...site, number, repository }),
    onSuccess: ({ prompt }) => {
      writeDraft(newJobDraft(site), prompt);
      router.push(`/${site.org}/${site.domain}/jobs?new=true`);
    },
    onError: ({ message }) => toast.error(message),
  });
  return (
    <RestrictedButton least="member" size="sm" disabled={draft.isPending} onClick={() => draft.mutate()}>
      <Undo2 aria-hidden />
      Revert
    </RestrictedButton>
  );
}
