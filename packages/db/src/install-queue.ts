import type { PgBoss } from "pg-boss";

type QueueOptions = NonNullable<Parameters<PgBoss["createQueue"]>[1]>;

/** Makes a queue, or gives the one that is there these options. Its policy is decided when it is made, and stays. */
export async function installQueue(boss: PgBoss, name: string, { policy, ...options }: QueueOptions): Promise<void> {
  await boss.createQueue(name, { ...options, ...(policy && { policy }) });
  await boss.updateQueue(name, options);
}
