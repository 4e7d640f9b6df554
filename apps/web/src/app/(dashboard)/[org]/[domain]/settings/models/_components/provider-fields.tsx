"use client";
import { Field } from "@docsteward/ui/field";
import { Input } from "@docsteward/ui/input";
import { RadioGroup } from "@docsteward/ui/radio-group";
import { Controller, type UseFormReturn } from "react-hook-form";
import { ANTHROPIC_MODELS, type ProviderForm } from "./provider-form.ts";
import type { Provider } from "./provider-types.ts";

const PROVIDERS = [
  { value: "anthropic", label: "Anthropic", hint: "Or a gateway that supports the Messages API." },
  {
    value: "openai-compatible",
    label: "OpenAI-compatible server",
    hint: "For example Ollama, vLLM or LM Studio. The model must support tool calls.",
  },
] as const;

/** The fields of a provider. */
export function ProviderFields({ form, stored }: { form: UseFormReturn<ProviderForm>; stored: Provider | null }) {
  const { register, control, watch, setValue, formState } = form;
  const { errors } = formState;
  const isAnthropic = watch("provider") === "anthropic";
  const choose = (provider: ProviderForm["provider"]) => {
    const isStored = stored?.provider === provider;
    setValue("provider", provider, { shouldDirty: true });
    setValue("baseUrl", isStored ? (stored.baseUrl ?? "") : "");
    setValue("modelId", isStored ? stored.modelId : provider === "anthropic" ? ANTHROPIC_MODELS.modelId : "");
  };
  const keyHint = stored?.keyHint
    ? `Leave empty to keep the key that ends in ${stored.keyHint}. If you change the provider or URL, enter a key.`
    : isAnthropic
      ? "Find the key in the Anthropic console."
      : "Leave empty if the server needs no key.";
  return (
    <>
      <Controller
        name="provider"
        control={control}
        render={({ field }) => (
          <RadioGroup label="Provider" choices={PROVIDERS} value={field.value} onChange={choose} />
        )}
      />
      <Field label="API key" isOptional={!isAnthropic || stored !== null} error={errors.apiKey?.message} hint={keyHint}>
        <Input {...register("apiKey")} type="password" autoComplete="off" className="font-mono text-xs" />
      </Field>
      <Field
        label="Base URL"
        isOptional={isAnthropic}
        error={errors.baseUrl?.message}
        hint={
          isAnthropic
            ? "Only for a custom gateway. Leave empty to use Anthropic directly."
            : "A public https URL. For private networks, the operator sets MODEL_ALLOWED_NETWORKS."
        }
      >
        <Input
          {...register("baseUrl")}
          type="url"
          inputMode="url"
          placeholder={isAnthropic ? "https://api.anthropic.com" : "https://models.example.com/v1"}
          className="font-mono text-xs"
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={isAnthropic ? "Model for “sonnet”" : "Model"}
          error={errors.modelId?.message}
          hint={isAnthropic ? "The default for jobs and answers." : "The model name on the server."}
        >
          <Input {...register("modelId")} spellCheck={false} className="font-mono text-xs" />
        </Field>
        {isAnthropic && (
          <Field label="Model for “opus”" error={errors.opusModelId?.message} hint="For jobs that select opus.">
            <Input {...register("opusModelId")} spellCheck={false} className="font-mono text-xs" />
          </Field>
        )}
      </div>
    </>
  );
}
