import { isReaderCall } from "../actor.ts";
import type { IdentifiedReader, ProjectContext } from "../context.ts";
import type { AuthenticatedKey } from "../key/authenticate.ts";
import { findReaderAccess } from "./settings.ts";
import { verifyReaderToken } from "./token.ts";

/** What a call of the assistant API says of its reader. */
type ReaderProof = {
  key: Pick<AuthenticatedKey, "groups" | "isPlayground">;
  /** The token of the request's `X-Reader-Token`; null without one. */
  token: string | null;
};

/**
 * Finds out which pages the reader of a call may read, from its key and its token.
 *
 * @returns null for every page: the project does not enforce groups, or a member of the organization tries the playground
 * @throws AppError `invalid_reader_token`; `unavailable` while the public keys can't be fetched
 */
export async function identifyReader(
  ctx: ProjectContext,
  { key, token }: ReaderProof,
): Promise<IdentifiedReader | null> {
  const access = await findReaderAccess(ctx);
  if (access === null || key.isPlayground) return null;
  const proven = token === null ? null : await verifyReaderToken(ctx, { access, token });
  const groups = [...key.groups, ...(proven?.groups ?? [])].map((group) => group.toLowerCase());
  return { groups: new Set(groups), isByNavigation: access.isByNavigation, subject: proven?.subject ?? null };
}

/**
 * The reader of a context; null for one who may read every page.
 *
 * A caller whose reader was not identified is in no group, so that an operation that forgets to ask shows no restricted page.
 */
export async function readerOf(ctx: ProjectContext): Promise<IdentifiedReader | null> {
  if (ctx.reader !== undefined) return ctx.reader;
  if (!isReaderCall(ctx.actor)) return null;
  const access = await findReaderAccess(ctx);
  return access && { groups: new Set(), isByNavigation: access.isByNavigation };
}

/**
 * Whether a reader is in all the groups that an answer was given for.
 *
 * @param groups as `ThreadTurn.readerGroups` keeps them; null for an answer from every page
 */
export function isAnsweredFor({ groups: own }: IdentifiedReader, groups: unknown): boolean {
  return Array.isArray(groups) && groups.every((group) => own.has(String(group)));
}
