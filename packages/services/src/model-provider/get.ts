import type { ServiceContext } from "../context.ts";
import { type ModelProviderSummary, presentModelProvider } from "./present.ts";

export type ModelProviders = {
  /** What the project has for itself, and what its organization has; null for what is not set. */
  project: ModelProviderSummary | null;
  organization: ModelProviderSummary | null;
  /** The names that the installation's own models go by. */
  installation: { defaultName: string; names: readonly string[] };
  /** Whose are used. */
  used: "project" | "organization" | "installation";
};

/** Which models the project uses, and whose they are. No key is in it. */
export async function getModelProviders({ db, project, models }: ServiceContext): Promise<ModelProviders> {
  const { id, organizationId } = project;
  const rows = await db.modelProvider.findMany({ where: { organizationId, ownerId: { in: [id, organizationId] } } });
  const of = (owner: string) => {
    const row = rows.find(({ ownerId }) => ownerId === owner);
    return row ? presentModelProvider(row) : null;
  };
  const [own, shared] = [of(id), of(organizationId)];
  const used = own ? "project" : shared ? "organization" : "installation";
  return { project: own, organization: shared, installation: models, used };
}
