/** For the command line, which may not import the database's package. Apart from `database.ts`: the web app bundles that one. */
export { prepareDatabase } from "@docsteward/db/migrate";
