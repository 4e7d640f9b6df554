"use client";

import { Button } from "@docsteward/ui/button";
import { CodeBlock } from "@docsteward/ui/copy";
import { FormError } from "@docsteward/ui/field";
import { useMutation } from "@tanstack/react-query";
import { CircleAlert, RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { MergeObstacle } from "#trpc/types.ts";

type Props = {
  site: { org: string; domain: string };
  pull: { baseRef: string; branch: string; jobId: string | null };
  obstacle: MergeObstacle;
};

/** Why the pull request cannot be merged now, and the way on: a command to copy, or the agent. */
export function MergeObstacleNotice({ site, pull, obstacle }: Props) {
  const { baseRef, branch, jobId } = pull;
  const trpc = useTRPC();
  const router = useRouter();
  const update = useMutation(
    trpc.job.sendMessage.mutationOptions({
      onSuccess: () => router.push(`/${site.org}/${site.domain}/jobs/${jobId}`),
    }),
  );
  const isConflict = obstacle.kind === "conflict";
  const [reason = obstacle.message] = obstacle.message.split(" Run: ");
  const command =
    obstacle.command ??
    (isConflict ? `git switch ${branch} && git merge ${baseRef} && git push origin ${branch}` : null);
  const prompt = `Bring this branch up to date with ${baseRef}: merge ${baseRef}, and keep the changes of both sides. ${reason}`;
  return (
    <section
      aria-label="Not ready to merge"
      className="flex flex-col gap-2.5 rounded-lg border border-warning/40 bg-warning/5 px-3 py-2.5"
    >
      <p className="flex items-start gap-2">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
        <span className="min-w-0 break-words">{reason}</span>
      </p>
      {command && (
        <div className="flex flex-col gap-1 sm:pl-6">
          <p className="text-muted-foreground">
            {isConflict ? "To merge by hand, run this in your clone and resolve the conflicts:" : "To merge it, run:"}
          </p>
          <CodeBlock code={command} label="Copy command" />
        </div>
      )}
      <div className="flex flex-wrap gap-2 sm:pl-6">
        {isConflict && jobId !== null && (
          <RestrictedButton
            least="member"
            variant="primary"
            size="sm"
            disabled={update.isPending || update.isSuccess}
            onClick={() => update.mutate({ ...site, id: jobId, prompt })}
          >
            {update.isPending ? "Asking…" : "Ask the agent to update"}
          </RestrictedButton>
        )}
        <Button size="sm" onClick={() => router.refresh()}>
          <RotateCw aria-hidden />
          Check again
        </Button>
      </div>
      <FormError message={update.error?.message} />
    </section>
  );
}
