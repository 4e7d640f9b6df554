import { AppError } from "@docsteward/contract/error";
import { KEY_PREFIX, type KeyKind, type KeyScope } from "@docsteward/contract/key";
import { newId } from "@docsteward/platform/id";
import type { Services } from "../context.ts";
import { requireAddressRanges } from "./address-ranges.ts";
import { hashToken } from "./hash-token.ts";
import { makeToken } from "./make-token.ts";
import { type KeySummary, presentKey } from "./present.ts";

export type CreateKeyInput = {
  organizationId: string;
  /** The one site of an assistant key; admin keys have none. */
  projectId?: string;
  kind: KeyKind;
  name: string;
  /** Days until it expires; null is never, 90 unless told. */
  expiresInDays?: number | null;
  scopes?: KeyScope[];
  allowedIps?: string[];
  allowedOrigins?: string[];
};

const DEFAULT_DAYS = 90;
const MAX_DAYS = 3_650;
const MAX_NAME = 100;
const DAY_MS = 86_400_000;

/**
 * Makes an API key. Its token is returned here and nowhere else: the row keeps a keyed hash, the prefix and the last 4.
 *
 * @throws AppError `not_found` when the organization, or the project in it, does not exist; `invalid_request` for a
 *   name, time, address range or website that cannot be
 */
export async function createKey(
  services: Services,
  input: CreateKeyInput,
): Promise<{ token: string; key: KeySummary }> {
  requireSettings(input);
  const projectId = await requireOwner(services, input);
  const token = makeToken(input.kind);
  const now = services.clock.now();
  const days = input.expiresInDays === undefined ? DEFAULT_DAYS : input.expiresInDays;
  const row = await services.db.apiKey.create({
    data: {
      id: newId("key"),
      organizationId: input.organizationId,
      projectId,
      kind: input.kind,
      name: input.name.trim(),
      prefix: token.slice(0, KEY_PREFIX[input.kind].length + 4),
      last4: token.slice(-4),
      hash: hashToken(services.keySecret, token),
      scopes: input.kind === "admin" ? (input.scopes ?? ["read", "write"]) : [],
      allowedIps: input.allowedIps ?? [],
      allowedOrigins: input.allowedOrigins ?? [],
      createdAt: now,
      expiresAt: days === null ? null : new Date(now.getTime() + days * DAY_MS),
    },
  });
  return { token, key: presentKey(row, now) };
}

async function requireOwner({ db }: Services, { kind, organizationId, projectId }: CreateKeyInput) {
  if (kind === "admin") {
    const organization = await db.organization.findUnique({ where: { id: organizationId } });
    if (!organization) throw new AppError("not_found", "There is no such organization.");
    return null;
  }
  const project = projectId ? await db.project.findUnique({ where: { id: projectId, organizationId } }) : null;
  if (!project) throw new AppError("not_found", "There is no such project: an assistant key belongs to one project.");
  return project.id;
}

function requireSettings({ name, expiresInDays, allowedIps = [], allowedOrigins = [] }: CreateKeyInput): void {
  const isNamed = name.trim() !== "" && name.length <= MAX_NAME && !name.includes("\0");
  if (!isNamed) throw new AppError("invalid_request", `A key needs a name of at most ${MAX_NAME} characters.`);
  if (
    typeof expiresInDays === "number" &&
    !(Number.isInteger(expiresInDays) && expiresInDays >= 1 && expiresInDays <= MAX_DAYS)
  ) {
    throw new AppError("invalid_request", `A key lasts 1 to ${MAX_DAYS} days, or for ever.`);
  }
  requireAddressRanges(allowedIps);
  for (const origin of allowedOrigins) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue;
    throw new AppError("invalid_request", `"${origin}" is not a website's origin like https://docs.example.com.`);
  }
}
