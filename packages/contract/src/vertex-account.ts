import { z } from "zod";

/** The parts of a Google service account's key that a call of Vertex AI needs. Others are ignored. */
const VertexAccount = z.object({
  project_id: z.string().regex(/^[a-z0-9.:-]{1,100}$/),
  client_email: z.string().min(3).max(300),
  private_key: z.string().min(1).max(8_000),
  private_key_id: z.string().min(1).max(200),
  token_uri: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .default("https://oauth2.googleapis.com/token"),
});
export type VertexAccount = z.infer<typeof VertexAccount>;

/** A key of Vertex AI that is a service account's; null for an API key and for JSON that is neither. */
export function readVertexAccount(apiKey: string): VertexAccount | null {
  if (!isJsonObject(apiKey)) return null;
  try {
    return VertexAccount.safeParse(JSON.parse(apiKey)).data ?? null;
  } catch {
    // Not JSON: callers refuse it, or the provider does.
    return null;
  }
}

export function isJsonObject(apiKey: string): boolean {
  return apiKey.trimStart().startsWith("{");
}
