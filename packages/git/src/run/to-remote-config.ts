import type { RepositoryAccess } from "../host.ts";

/**
 * The remote `origin` as settings of one call, so that nothing about it is kept on disk.
 *
 * It is a promisor: objects git left out of the cache are known to exist there.
 */
export function toRemoteConfig(access: RepositoryAccess): string[] {
  return [
    `remote.origin.url=${access.url}`,
    "remote.origin.promisor=true",
    "remote.origin.partialCloneFilter=blob:none",
    // A push that asks first what the other end has knows the remote by its address alone.
    ...["origin", access.url].flatMap((name) =>
      access.uploadPack ? [`remote.${name}.uploadpack=${access.uploadPack}`] : [],
    ),
    ...(access.receivePack ? [`remote.origin.receivepack=${access.receivePack}`] : []),
    // The base may have moved since the job began: asking what the other end has keeps the push small all the same.
    "push.negotiate=true",
  ];
}
