import { env } from "@docsteward/platform/env";
import { type OpenedServices, type OpenServicesOptions, openServices } from "@docsteward/services/open-services";

const silent: OpenServicesOptions["log"] = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Opens the installation for one command and closes it again.
 *
 * The embedded PostgreSQL is used as it runs, and started for the length of the command when it does not.
 */
export async function withServices<T>(run: (services: OpenedServices) => Promise<T>): Promise<T> {
  const services = await openServices({ env: env(), log: silent, poolSize: 2 });
  try {
    return await run(services);
  } finally {
    await services.close();
  }
}
