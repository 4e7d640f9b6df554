import { AppError } from "@docsteward/contract/error";
import { KEY_LIFETIMES, type KeyScope } from "@docsteward/contract/key";
import { withTransaction } from "@docsteward/db/with-transaction";
import { isAddressRange } from "@docsteward/platform/ip-ranges";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import { type KeySelector, type KeySummary, keyState, lockKey, presentKey } from "./key.ts";

/** What people choose about a key, and may change while it lives. */
export type KeySettings = {
  name: string;
  /** Of an admin key. */
  scopes?: KeyScope[];
  /** Addresses and ranges that may use it; empty is any. */
  allowedIps?: string[];
  /** Websites whose pages may use it, of an assistant key. */
  allowedOrigins?: string[];
};

const MAX_NAME = 100;
const MAX_ENTRIES = 100;

/** @throws AppError `invalid_request` for a name, scope, address range or website that cannot be, with its field */
export function requireKeySettings({ name, scopes, allowedIps = [], allowedOrigins = [] }: Partial<KeySettings>): void {
  const isNamed = name === undefined || (name.trim() !== "" && name.length <= MAX_NAME && !name.includes("\0"));
  if (!isNamed) throw refusal("name", `The key's name must have 1 to ${MAX_NAME} characters.`);
  if (scopes?.length === 0) throw refusal("scopes", "The key has no scope. Choose read, write or both.");
  for (const [field, entries] of Object.entries({ allowedIps, allowedOrigins })) {
    if (entries.length <= MAX_ENTRIES) continue;
    throw refusal(field, `A key can have at most ${MAX_ENTRIES} IP addresses and ${MAX_ENTRIES} websites.`);
  }
  requireAddressRanges(allowedIps);
  for (const origin of allowedOrigins) {
    if (/^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin) continue;
    throw refusal("allowedOrigins", `"${origin}" isn't a website's origin such as https://docs.example.com.`);
  }
}

/** @throws AppError `invalid_request` when no key is made for so many days */
export function requireLifetime(days: number | null): void {
  if (KEY_LIFETIMES.some((lifetime) => lifetime === days)) return;
  const choices = KEY_LIFETIMES.filter((lifetime) => lifetime !== null).join(", ");
  throw refusal("expiresInDays", `A key expires after ${choices} days, or never.`);
}

function refusal(path: string, message: string): AppError {
  return new AppError("invalid_request", message, { details: [{ path, message }] });
}

/** @throws AppError `invalid_request` naming the first entry that is neither an address nor a range like `10.0.0.0/8` */
function requireAddressRanges(ranges: string[]): void {
  const wrong = ranges.find((range) => !isAddressRange(range));
  if (wrong === undefined) return;
  const message = `"${wrong}" isn't an IP address or a range such as 10.0.0.0/8.`;
  throw new AppError("invalid_request", message, { details: [{ path: "allowedIps", message }] });
}

/**
 * Changes what a key allows, or its name; what is left out stays. Takes effect on every process as a revocation does.
 *
 * @throws AppError `not_found` when the organization has no such key; `conflict` when it has ended; `invalid_request` for settings
 *   that cannot be
 */
export async function updateKey(
  { db, clock, memory }: Services,
  input: Partial<KeySettings> & KeySelector & { actor?: Actor },
): Promise<KeySummary> {
  const { organizationId, id, name, scopes, allowedIps, allowedOrigins, actor = { kind: "operator" } } = input;
  requireKeySettings(input);
  const now = clock.now();
  const key = await withTransaction(db, async (tx) => {
    const before = await lockKey(tx, input);
    if (keyState(before, now) !== "valid") {
      throw new AppError("conflict", "This API key has ended and can't be changed. Create a new one.");
    }
    const changes = {
      ...(name !== undefined && { name: name.trim() }),
      ...(scopes && before.kind === "admin" && { scopes }),
      ...(allowedIps && { allowedIps }),
      ...(allowedOrigins && before.kind === "assistant" && { allowedOrigins }),
    };
    const after = await tx.apiKey.update({ where: { id, organizationId }, data: changes });
    const entry = { organizationId, projectId: before.projectId, actor, action: "key.updated", targetId: id } as const;
    await recordAudit(tx, { ...entry, details: changes, at: now });
    return after;
  });
  memory.forget();
  return presentKey(key, now);
}
