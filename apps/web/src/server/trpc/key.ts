import { KEY_LIFETIMES, KeyKind, KeyScope } from "@docsteward/contract/key";
import { createKey } from "@docsteward/services/key/create";
import { listDeprecatedCalls } from "@docsteward/services/key/deprecated-calls";
import { listKeyDetails } from "@docsteward/services/key/list";
import { revokeKey } from "@docsteward/services/key/revoke";
import { rotateKey } from "@docsteward/services/key/rotate";
import { updateKey } from "@docsteward/services/key/settings";
import { z } from "zod";
import { OPERATIONS } from "../openapi/document.ts";
import { adminProcedure, router, viewerProcedure } from "./init.ts";
import { toPlain } from "./to-plain.ts";

const KeyId = z.object({ id: z.string().max(100) });
const Entries = z.array(z.string().max(300)).max(200);
const KeySettings = z.object({
  name: z.string().max(200),
  scopes: z.array(KeyScope).max(2).optional(),
  allowedIps: Entries.optional(),
  allowedOrigins: Entries.optional(),
});
const NewKey = KeySettings.extend({ kind: KeyKind, expiresInDays: z.literal(KEY_LIFETIMES) });

/** Keys of the organization that open the project. */
export const keyRouter = router({
  list: viewerProcedure.query(async ({ ctx: { site } }) => toPlain(await listKeyDetails(site))),

  /** Calls of operations that will go, in the last 30 days, with what to call instead. */
  deprecatedCalls: viewerProcedure.query(async ({ ctx: { site } }) => {
    const { organizationId, id } = site.project;
    const [calls, keys] = await Promise.all([listDeprecatedCalls(site, { organizationId }), listKeyDetails(site)]);
    const rows = calls.flatMap(({ keyId, operation: operationId, count, lastDay }) => {
      const key = keys.find((candidate) => candidate.id === keyId);
      const operation = OPERATIONS.find((candidate) => candidate.id === operationId);
      if (!key || !operation?.deprecated) return [];
      const here = (path: string) => path.replace("{projectId}", id).replace("{domain}", site.project.domain);
      const { name, hint } = key;
      const successor = here(operation.deprecated.successor);
      return [{ keyId, name, hint, count, lastDay, method: operation.method, path: here(operation.path), successor }];
    });
    return toPlain({ sunset: site.v1Sunset, rows });
  }),

  create: adminProcedure
    .input(NewKey)
    .mutation(async ({ ctx: { site }, input: { org: _, domain: __, ...settings } }) => {
      const { organizationId, id } = site.project;
      const projectId = settings.kind === "assistant" ? id : undefined;
      return toPlain(await createKey(site, { ...settings, organizationId, projectId, actor: site.actor }));
    }),

  update: adminProcedure
    .input(KeySettings.partial().extend(KeyId.shape))
    .mutation(async ({ ctx: { site }, input: { org: _, domain: __, ...settings } }) =>
      toPlain(await updateKey(site, { ...settings, ...ownerOf(site), actor: site.actor })),
    ),

  rotate: adminProcedure
    .input(KeyId.extend({ graceHours: z.int().min(0).max(720) }))
    .mutation(async ({ ctx: { site }, input: { id, graceHours } }) =>
      toPlain(await rotateKey(site, { ...ownerOf(site), id, graceHours, actor: site.actor })),
    ),

  revoke: adminProcedure
    .input(KeyId)
    .mutation(async ({ ctx: { site }, input: { id } }) =>
      toPlain(await revokeKey(site, { ...ownerOf(site), id, actor: site.actor })),
    ),
});

function ownerOf({ project }: { project: { organizationId: string; id: string } }) {
  return { organizationId: project.organizationId, projectId: project.id };
}
