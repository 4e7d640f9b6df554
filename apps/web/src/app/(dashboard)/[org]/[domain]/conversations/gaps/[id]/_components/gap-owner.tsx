"use client";

import type { GapDetails } from "@docsteward/services/gap/gap";
import { Select } from "@docsteward/ui/select";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { hasRole, useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";

const NONE = "none";

/** Who takes care of the gap. Members and those above them choose one. */
export function GapOwner({ gap }: { gap: GapDetails }) {
  const { org, domain, role } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const canChoose = hasRole(role, "member");
  const members = useQuery({ ...trpc.member.list.queryOptions({ org }), enabled: canChoose, staleTime: 60_000 });
  const setOwner = useMutation(
    trpc.gap.setOwner.mutationOptions({
      onError: ({ message }) => void toast.error(message),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.gap.pathKey() }),
    }),
  );
  if (!canChoose) return gap.owner && <span>owner: {gap.owner.name}</span>;
  const people = members.data?.members.map(({ userId, name }) => ({ value: userId, label: name })) ?? [];
  const known = gap.owner && !people.some(({ value }) => value === gap.owner?.id) ? [gap.owner] : [];
  return (
    <Select
      isSmall
      label="Owner"
      value={gap.owner?.id ?? NONE}
      choices={[
        { value: NONE, label: "No owner" },
        ...known.map(({ id, name }) => ({ value: id, label: name })),
        ...people,
      ]}
      isDisabled={setOwner.isPending}
      onChange={(value) => setOwner.mutate({ org, domain, id: gap.id, userId: value === NONE ? null : value })}
    />
  );
}
