"use client";

import {
  MODEL_PROVIDERS,
  type ModelProviderName,
  needsBaseUrl,
  PROVIDER_LABELS,
} from "@docsteward/contract/model-settings";
import { Button } from "@docsteward/ui/button";
import { Dialog, DialogContent } from "@docsteward/ui/dialog";
import { Field, Input } from "@docsteward/ui/field";
import { FormError } from "@docsteward/ui/form-error";
import { DialogActions } from "@docsteward/ui/layout";
import { Select } from "@docsteward/ui/select";
import { toast } from "@docsteward/ui/toast";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import { z } from "zod";
import { setFormErrors } from "#components/form-errors.ts";
import { useMembership } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { Provider, ProviderOwner } from "#trpc/types.ts";
import { TestResults } from "./test-results.tsx";

type Props = { owner: ProviderOwner; stored: Provider | null; title: string; onClose: () => void };

/** Sets a provider, after trying it if one likes. */
export function ProviderDialog({ owner, stored, title, onClose }: Props) {
  const { org, domain } = useMembership();
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
      fallbackModelId: stored?.fallbackModelId ?? "",
    },
  });
  const { handleSubmit, formState, setError } = form;
  const onError = (error: unknown) => setFormErrors<ProviderForm>(error, { fields: PROVIDER_FIELDS, setError });
  const attempt = useMutation(trpc.model.try.mutationOptions({ onError }));
  const save = useMutation(
    trpc.model.set.mutationOptions({
      onError,
      onSuccess: () => {
        toast.success("Saved. Applies to new jobs and questions.");
        void queryClient.invalidateQueries(trpc.model.get.pathFilter());
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
          {attempt.data && <TestResults tried={attempt.data} />}
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

const PROVIDERS = MODEL_PROVIDERS.map((value) => ({ value, label: PROVIDER_LABELS[value] }));

type Hints = { about: string; key: string; address?: string; addressHint?: string; model?: string };

/** What the fields of each provider ask for. */
const HINTS: Record<ModelProviderName, Hints> = {
  anthropic: {
    about: "Or a gateway that supports the Messages API.",
    key: "Find the key in the Anthropic console.",
    address: "https://api.anthropic.com",
  },
  openai: {
    about: "The Responses API.",
    key: "Find the key on OpenAI's platform.",
    address: "https://api.openai.com/v1",
  },
  google: {
    about: "The Gemini API.",
    key: "Find the key in Google AI Studio.",
    address: "https://generativelanguage.googleapis.com/v1beta",
  },
  openrouter: {
    about: "Models of many providers. Choose one that supports tool calls.",
    key: "Find the key in OpenRouter's settings.",
    address: "https://openrouter.ai/api/v1",
    model: "With its vendor, such as anthropic/claude-sonnet-4.5.",
  },
  azure: {
    about: "Your deployments on Azure.",
    key: "Find the key in the Azure portal.",
    address: "https://name.openai.azure.com/openai/v1",
    addressHint: "The endpoint of your resource.",
    model: "The deployment's name.",
  },
  mistral: { about: "Mistral's API.", key: "Find the key in Mistral's console.", address: "https://api.mistral.ai/v1" },
  bedrock: {
    about: "Amazon Bedrock's Converse API.",
    key: "An API key of Bedrock, or ACCESS_KEY_ID:SECRET_ACCESS_KEY.",
    address: "https://bedrock-runtime.us-east-1.amazonaws.com",
    addressHint: "Sets the region. Leave empty for us-east-1.",
  },
  vertex: {
    about: "Gemini on Google Cloud.",
    key: "An API key, or the JSON key file of a service account.",
    address: "https://aiplatform.googleapis.com/v1/projects/my-project/locations/global/publishers/google",
    addressHint: "Sets the location. Leave empty for global.",
  },
  "openai-compatible": {
    about: "For example Ollama, vLLM or LM Studio. The model must support tool calls.",
    key: "Leave empty if the server needs no key.",
    address: "https://models.example.com/v1",
    addressHint: "A public https URL. For private networks, the operator sets MODEL_ALLOWED_NETWORKS.",
    model: "The model name on the server.",
  },
};

/** The fields of a provider. */
export function ProviderFields({ form, stored }: { form: UseFormReturn<ProviderForm>; stored: Provider | null }) {
  const { register, control, watch, setValue, formState } = form;
  const { errors } = formState;
  const provider = watch("provider");
  const isAnthropic = provider === "anthropic";
  const hints = HINTS[provider];
  const choose = (chosen: ModelProviderName) => {
    const isStored = stored?.provider === chosen;
    setValue("provider", chosen, { shouldDirty: true });
    setValue("baseUrl", isStored ? (stored.baseUrl ?? "") : "");
    setValue("fallbackModelId", isStored ? (stored.fallbackModelId ?? "") : "");
    setValue("modelId", isStored ? stored.modelId : chosen === "anthropic" ? ANTHROPIC_MODELS.modelId : "");
  };
  const keyHint = stored?.keyHint
    ? `Leave empty to keep the key that ends in ${stored.keyHint}. If you change the provider or URL, enter a key.`
    : hints.key;
  return (
    <>
      <Controller
        name="provider"
        control={control}
        render={({ field }) => (
          <Field label="Provider" hint={hints.about}>
            <Select choices={PROVIDERS} value={field.value} onChange={choose} isWide />
          </Field>
        )}
      />
      <Field
        label="API key"
        isOptional={provider === "openai-compatible" || stored !== null}
        error={errors.apiKey?.message}
        hint={keyHint}
      >
        <Input {...register("apiKey")} type="password" autoComplete="off" className="font-mono text-xs" />
      </Field>
      <Field
        label="Base URL"
        isOptional={!needsBaseUrl(provider)}
        error={errors.baseUrl?.message}
        hint={
          hints.addressHint ?? `Only for a custom gateway. Leave empty to use ${PROVIDER_LABELS[provider]} directly.`
        }
      >
        <Input
          {...register("baseUrl")}
          type="url"
          inputMode="url"
          placeholder={hints.address}
          className="font-mono text-xs"
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={isAnthropic ? "Model for “sonnet”" : "Model"}
          error={errors.modelId?.message}
          hint={hints.model ?? (isAnthropic ? "The default for jobs and answers." : "The model's id at the provider.")}
        >
          <Input {...register("modelId")} spellCheck={false} className="font-mono text-xs" />
        </Field>
        {isAnthropic && (
          <Field label="Model for “opus”" error={errors.opusModelId?.message} hint="For jobs that select opus.">
            <Input {...register("opusModelId")} spellCheck={false} className="font-mono text-xs" />
          </Field>
        )}
        <Field
          label="Fallback model"
          isOptional
          error={errors.fallbackModelId?.message}
          hint="Jobs use it while their model is overloaded."
        >
          <Input {...register("fallbackModelId")} spellCheck={false} className="font-mono text-xs" />
        </Field>
      </div>
    </>
  );
}

/** The form of a provider. An empty key keeps the stored one. */
export const ProviderForm = z
  .object({
    provider: z.enum(MODEL_PROVIDERS),
    apiKey: z.string().trim(),
    baseUrl: z.string().trim(),
    modelId: z.string().trim().min(1, "Enter a model name."),
    opusModelId: z.string().trim(),
    fallbackModelId: z.string().trim(),
  })
  .refine(({ provider, baseUrl }) => !needsBaseUrl(provider) || baseUrl !== "", {
    path: ["baseUrl"],
    message: "Enter the server URL.",
  });
export type ProviderForm = z.infer<typeof ProviderForm>;

export const PROVIDER_FIELDS = ["apiKey", "baseUrl", "modelId", "opusModelId", "fallbackModelId"] as const;

/** The default provider of the installation. */
export const ANTHROPIC_MODELS = { modelId: "claude-sonnet-4-5", opusModelId: "claude-opus-4-5" };

/** A form's values as the server takes them. */
export function toProvider({ apiKey, baseUrl, opusModelId, ...values }: ProviderForm) {
  return {
    ...values,
    baseUrl: baseUrl === "" ? null : baseUrl,
    opusModelId: values.provider === "anthropic" ? opusModelId : null,
    apiKey: apiKey === "" ? undefined : apiKey,
  };
}
