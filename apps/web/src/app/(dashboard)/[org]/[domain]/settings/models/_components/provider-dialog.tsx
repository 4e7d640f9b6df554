"use client";
import { Button } from "@docsteward/ui/button";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { DialogActions } from "@docsteward/ui/dialog-actions";
import { FormError } from "@docsteward/ui/form-error";
import { toast } from "@docsteward/ui/toast";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { showFormError } from "../../../../../_components/show-form-error.ts";
import { useSite } from "../../../../../_components/site-context.tsx";
import { ProviderFields } from "./provider-fields.tsx";
import { ANTHROPIC_MODELS, PROVIDER_FIELDS, ProviderForm, toProvider } from "./provider-form.ts";
import type { Provider, ProviderOwner } from "./provider-types.ts";
import { TriedModels } from "./tried-models.tsx";

type Props = { owner: ProviderOwner; stored: Provider | null; title: string; onClose: () => void };

/** Sets a provider, after trying it if one likes. */
export function ProviderDialog({ owner, stored, title, onClose }: Props) {
  const { org, domain } = useSite();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const form = useForm<ProviderForm>({
    resolver: zodResolver(ProviderForm),
    defaultValues: {
      provider: stored?.provider ?? "anthropic",
      apiKey: "",
      baseUrl: stored?.baseUrl ?? "",
      modelId: stored?.modelId ?? ANTHROPIC_MODELS.modelId,
      opusModelId: stored?.opusModelId ?? ANTHROPIC_MODELS.opusModelId,
    },
  });
  const { handleSubmit, formState, setError } = form;
  const onError = (error: unknown) => showFormError<ProviderForm>(error, { fields: PROVIDER_FIELDS, setError });
  const attempt = useMutation(trpc.model.try.mutationOptions({ onError }));
  const save = useMutation(
    trpc.model.set.mutationOptions({
      onError,
      onSuccess: () => {
        toast.success("Saved. Applies to new jobs and questions.");
        void queryClient.invalidateQueries(trpc.model.get.queryFilter({ org, domain }));
        onClose();
      },
    }),
  );
  const isBusy = attempt.isPending || save.isPending;
  const send = (action: typeof attempt | typeof save) =>
    handleSubmit((values) => action.mutate({ org, domain, owner, ...toProvider(values) }));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={title}
        description="The key is stored encrypted, used only to call the model and never shown again."
      >
        <form onSubmit={send(save)} noValidate autoComplete="off" className="flex flex-col gap-4">
          <ProviderFields form={form} stored={stored} />
          <FormError message={formState.errors.root?.message} />
          {attempt.data && <TriedModels tried={attempt.data} />}
          <DialogActions>
            <Button className="mr-auto" disabled={isBusy} onClick={send(attempt)}>
              {attempt.isPending ? "Testing…" : "Test provider"}
            </Button>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" disabled={isBusy}>
              {save.isPending ? "Saving…" : "Save"}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}
