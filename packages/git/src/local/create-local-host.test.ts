import { describeGitHost, type HostUnderTest } from "../describe-git-host.ts";
import { makeRepository, type RepositoryOptions } from "../testing.ts";
import { createLocalHost } from "./create-local-host.ts";
import { createMemoryStore } from "./testing-store.ts";

async function makeLocalHost(options: RepositoryOptions): Promise<HostUnderTest> {
  const repository = await makeRepository({ "a.md": "a\n" }, options);
  const store = createMemoryStore();
  let commits = 0;
  return {
    host: createLocalHost({ store, urlOf: (number) => `http://localhost/acme/docs/pulls/${number}` }),
    source: repository.source(),
    async commit(branch) {
      commits += 1;
      return await repository.commit({ [`page-${commits}.md`]: `${commits}\n` }, branch);
    },
    end: async (number, how) => store.end(number, how),
    [Symbol.asyncDispose]: () => repository.remove(),
  };
}

describeGitHost("local, bare", () => makeLocalHost({ bare: true }));
describeGitHost("local, a person's checkout", () => makeLocalHost({ bare: false, name: "my docs ü" }));
