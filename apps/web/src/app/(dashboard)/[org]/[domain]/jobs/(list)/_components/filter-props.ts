import type { SetValues } from "nuqs";
import type { FILTER_PARSERS, JobFilterState } from "./job-filter.ts";

export type FilterProps = {
  site: { org: string; domain: string };
  filter: JobFilterState;
  setFilter: SetValues<typeof FILTER_PARSERS>;
};
