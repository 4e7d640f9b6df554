import { buildWeb } from "@docsteward/tooling/supervisor/build-web";

/** The stories need the built web app. It is built here, so that no story takes as long as a build; nothing happens when it is there. */
export default async () => {
  const { release } = await buildWeb({ onLine: (line) => process.stdout.write(`${line}\n`) });
  release();
};
