"use client";

import { toast } from "@docsteward/ui/toast";
import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "#trpc/client.tsx";
import { useProject } from "./project-context.tsx";
import { RestrictedButton } from "./restricted-button.tsx";

/** Keeps an answered question as a golden one, with the page that its answer cites first. */
export function GoldenButton({ from }: { from: { messageId: string } | { gapId: string } }) {
  const { org, domain } = useProject();
  const add = useMutation(
    useTRPC().golden.addFrom.mutationOptions({
      onSuccess: ({ page }) => void toast.success(`Added to golden questions, with the page ${page}.`),
      onError: ({ message }) => void toast.error(message),
    }),
  );
  return (
    <RestrictedButton
      least="member"
      size="sm"
      className="w-fit"
      disabled={add.isPending || add.isSuccess}
      onClick={() => add.mutate({ org, domain, ...from })}
    >
      {add.isSuccess ? "Golden question" : "Add to golden questions"}
    </RestrictedButton>
  );
}
