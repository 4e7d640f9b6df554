import { expect, test } from "@playwright/test";
import { runJob } from "../hostile/honest-tenant.ts";
import { listInputs } from "../hostile/list-inputs.ts";
import { runBriefly } from "../hostile/run-hostile.ts";

/** The worst of each kind in the short form of `pnpm test:hostile`. */
const WORST = [
  'header: content-type of "application/json; charset=\\t"',
  "body: deep JSON",
  "question: brackets",
  "model server: 450 MB of one line of a stream",
  "webhook receiver: an endless stream",
  "page: heading of spaces",
  "page: open comments",
  "repository: 1,000,000 pages in 32 kB of objects",
];

test("after one tenant has sent the worst there is, no process is lost and the job of the other one completes", async () => {
  test.setTimeout(400_000);
  const inputs = listInputs().filter(({ name }) => WORST.includes(name));
  expect(inputs.map(({ name }) => name).toSorted()).toEqual(WORST.toSorted());

  const { status, lost } = await runBriefly(
    { inputs, onLine: () => undefined, signal: new AbortController().signal },
    (honest) => runJob(honest, AbortSignal.timeout(200_000)),
  );

  expect(status).toBe("completed");
  expect(lost).toEqual([]);
});
