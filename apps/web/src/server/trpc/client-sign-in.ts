import { AppError } from "@docsteward/contract/error";
import { approveConsent, previewConsent, startReaderSignIn } from "@docsteward/services/oauth/consent";
import {
  ConnectedClientId,
  listConnectedClients,
  listOwnClients,
  revokeConnectedClient,
  revokeOwnClient,
} from "@docsteward/services/oauth/grant";
import { isOAuthError } from "@docsteward/services/oauth/oauth-error";
import { AuthorizationQuery } from "@docsteward/services/oauth/request";
import {
  clearClientSignIn,
  getClientSignIn,
  SetClientSignIn,
  setClientSignIn,
} from "@docsteward/services/oauth/settings";
import { z } from "zod";
import { adminProcedure, publicProcedure, router, signedInProcedure, toPlain, viewerProcedure } from "./init.ts";

const AskedConsent = z.object({ query: AuthorizationQuery });
const ApproveConsent = AskedConsent.extend({ scopes: z.array(z.string().max(20)).max(10) });

/** Programs that people connect to the MCP servers by signing in (OAuth): the consent, what is connected, and who may. */
export const clientSignInRouter = router({
  /** What the page of the consent shows: what is asked for, or why it can't be. Without a consent, the person signs in first. */
  preview: publicProcedure.input(AskedConsent).query(async ({ ctx, input }) => {
    const userId = (await ctx.signedIn())?.user.id ?? null;
    try {
      return { consent: await previewConsent(ctx.services, { ...input, headers: ctx.headers, userId }) };
    } catch (error) {
      if (!isOAuthError(error)) throw error;
      const { message, back } = error;
      return { refusal: { message, back, host: back === null ? null : new URL(back).host || new URL(back).protocol } };
    }
  }),

  /** A member allows it. Answers with the address that takes the code to the program. */
  approve: signedInProcedure
    .input(ApproveConsent)
    .mutation(({ ctx: { services, headers }, input }) => toAppErrors(approveConsent(services, { ...input, headers }))),

  /** A reader allows it, and goes on to the project's own provider. */
  start: publicProcedure.input(AskedConsent).mutation(async ({ ctx: { services, headers, setCookies }, input }) => {
    const { url, cookies } = await toAppErrors(startReaderSignIn(services, { ...input, headers }));
    setCookies(cookies);
    return { url };
  }),

  /** What the person who asks has connected. */
  own: signedInProcedure.query(async ({ ctx }) => toPlain(await listOwnClients(ctx.services))),

  revokeOwn: signedInProcedure
    .input(ConnectedClientId)
    .mutation(({ ctx, input }) => revokeOwnClient(ctx.services, input)),

  /** What is connected to the project. Names of readers are for admins. */
  list: adminProcedure.query(async ({ ctx }) => toPlain(await listConnectedClients(ctx.project))),

  revoke: adminProcedure
    .input(ConnectedClientId)
    .mutation(({ ctx, input }) => revokeConnectedClient(ctx.project, input)),

  get: viewerProcedure.query(({ ctx }) => getClientSignIn(ctx.project)),

  set: adminProcedure.input(SetClientSignIn).mutation(({ ctx, input }) => setClientSignIn(ctx.project, input)),

  clear: adminProcedure.mutation(({ ctx }) => clearClientSignIn(ctx.project)),
});

async function toAppErrors<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!isOAuthError(error)) throw error;
    throw new AppError("invalid_request", error.message, { cause: error });
  }
}
