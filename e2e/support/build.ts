import { buildWeb } from "@docsteward/tooling/supervisor/build-web";

/** Builds the web app before the stories run, so that no story takes as long as a build. Does nothing when the build exists. */
export default async () => {
  const { release } = await buildWeb({ onLine: (line) => process.stdout.write(`${line}\n`) });
  release();
};
