import type { ModelSettings } from "@docsteward/contract/model-settings";
import type { Services } from "../context.ts";
import { toModelSettings } from "./to-settings.ts";

export type ModelSettingsOwner = { project: { id: string; organizationId: string } };

/**
 * The models that a project has for itself: its own, else its organization's. Remembered for some seconds, like the keys.
 *
 * @returns null when the installation's are used
 */
export async function findModelSettings(
  services: Pick<Services, "db" | "memory" | "keySecret">,
  { project: { id, organizationId } }: ModelSettingsOwner,
): Promise<ModelSettings | null> {
  const { settings } = await services.memory.recall(`models:${id}`, async () => {
    const rows = await services.db.modelProvider.findMany({
      where: { organizationId, ownerId: { in: [id, organizationId] } },
    });
    const row = rows.find(({ ownerId }) => ownerId === id) ?? rows[0];
    return { settings: row ? toModelSettings(services, row) : null };
  });
  return settings;
}
