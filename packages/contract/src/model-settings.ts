/** A model provider that a project, or its organization, has for itself. The keys are in clear: this is for calling it. */
export type ModelSettings =
  | { provider: "anthropic"; baseUrl: string | null; apiKey: string; sonnet: string; opus: string }
  | { provider: "openai-compatible"; baseUrl: string; apiKey: string | null; model: string };

/** A provider, as far as it says what its models are called. */
type NamingProvider =
  | { provider: "anthropic" }
  | { provider: "openai-compatible"; model: string }
  | { provider: "offline" };

/** The names that jobs know the models of a provider by, the one of a job that names none first. */
export function namesOfModels(of: NamingProvider): readonly [string, ...string[]] {
  switch (of.provider) {
    case "anthropic":
      return ["sonnet", "opus"];
    case "openai-compatible":
      return [of.model];
    case "offline":
      return ["offline"];
  }
}
