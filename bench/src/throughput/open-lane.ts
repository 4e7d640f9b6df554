import { join } from "node:path";
import { databaseSize } from "../measure/database-size.ts";
import { diskUsage } from "../measure/disk-usage.ts";
import { copyRepository, generateRepository } from "../repository/generate-repository.ts";
import type { SiteShape } from "../repository/site-files.ts";
import type { Site } from "../service/site.ts";
import type { BenchService } from "../service/start-bench-service.ts";

/** One site on one service: where jobs are sent, and what they leave there. */
export type Lane = {
  service: BenchService;
  site: Site;
  /** Begins every prompt, so that the scripted model knows which site it is on. */
  prompt: string;
  /** Concurrent jobs. */
  parallel: number;
  /** Bytes on disk for good, as they are now. */
  kept(): Promise<Kept>;
  /** Bytes on disk for the jobs that run just now. */
  working(): Promise<number>;
};

/** `cache`: the service's caches of repositories. `repository`: the repository that jobs push to. */
export type Kept = { cache: number; repository: number; database: number };

export type LaneOptions = {
  service: BenchService;
  parallel: number;
  shape: SiteShape;
  /** `small` or `large`. */
  size: string;
  dataDir: string;
  runPath: string;
};

export async function openLane({ service, parallel, shape, size, dataDir, runPath }: LaneOptions): Promise<Lane> {
  const name = `${size}-${parallel}`;
  const repository = await copyRepository(await generateRepository(dataDir, shape), join(runPath, `${name}.git`));
  const kept = async () => ({
    cache: await diskUsage(join(service.dataDir, "repositories")),
    repository: await diskUsage(repository),
    database: await databaseSize(service.databaseUrl),
  });
  const working = () => diskUsage(join(service.dataDir, "jobs"));
  const site = await service.connect(name, repository);
  return { service, site, prompt: `Review a page of the ${size} site`, parallel, kept, working };
}
