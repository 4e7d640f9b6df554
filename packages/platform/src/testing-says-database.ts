import { withDatabaseAddress } from "./database-address.ts";
import { env } from "./env.ts";

// As supervised processes have it: the channel alone keeps nothing running.
process.channel?.unref();
process.send?.((await withDatabaseAddress(env())).DATABASE_URL, undefined, undefined, () => process.disconnect?.());
