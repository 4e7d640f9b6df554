import { KEY_LIFETIMES, KeyKind, KeyScope } from "@docsteward/contract/key";
import { z } from "zod";

/** The form of a key: lists are text, one entry a line. */
export const KeyForm = z.object({
  kind: KeyKind,
  name: z.string().trim().min(1, "Enter a name that says what uses the key.").max(100, "Use 100 characters or fewer."),
  expiresInDays: z.literal(KEY_LIFETIMES),
  scopes: z.array(KeyScope).min(1, "Select at least one permission."),
  allowedOrigins: z.string(),
  allowedIps: z.string(),
});
export type KeyForm = z.infer<typeof KeyForm>;

export const KEY_FIELDS = ["name", "expiresInDays", "scopes", "allowedOrigins", "allowedIps"] as const;
