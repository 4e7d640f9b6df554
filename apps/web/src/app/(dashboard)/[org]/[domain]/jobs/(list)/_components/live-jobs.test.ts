import type { JobDetails } from "@docsteward/services/job/details";
import { describe, expect, test } from "vitest";
import { insertJobs, type JobPage, mergeChanges } from "./live-jobs.ts";

/** A job made in that minute; the rest of it does not matter here. */
const job = (minute: number, status = "active") =>
  ({ id: `job_${minute}`, status, createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString() }) as JobDetails;
const page = (jobs: JobDetails[], hasMore = false): JobPage => ({ jobs, hasMore, nextCursor: hasMore ? "next" : null });
const minutes = (pages: JobPage[]) => pages.map(({ jobs }) => jobs.map(({ id }) => Number(id.slice(4))));

describe("a change", () => {
  test("renews a job where it stands, in whichever page", () => {
    const { pages, arrived } = mergeChanges([page([job(9), job(8)], true), page([job(7)])], {
      jobs: [job(7, "completed"), job(9, "failed")],
      goneIds: [],
    });

    expect(pages.map(({ jobs }) => jobs.map(({ status }) => status))).toEqual([["failed", "active"], ["completed"]]);
    expect(arrived).toEqual([]);
  });

  test("takes away what left the list", () => {
    const { pages } = mergeChanges([page([job(9), job(8)])], { jobs: [], goneIds: ["job_9", "job_unknown"] });

    expect(minutes(pages)).toEqual([[8]]);
  });

  test("tells what is new, without moving a row", () => {
    const { pages, arrived } = mergeChanges([page([job(8)])], { jobs: [job(10), job(9)], goneIds: [] });

    expect(minutes(pages)).toEqual([[8]]);
    expect(arrived.map(({ id }) => id)).toEqual(["job_10", "job_9"]);
  });

  test("leaves a job that is older than what is shown to the pages that are still to come", () => {
    const change = { jobs: [job(3)], goneIds: [] };

    expect(mergeChanges([page([job(9), job(8)], true)], change).arrived).toEqual([]);
    expect(mergeChanges([page([job(9), job(8)])], change).arrived).toHaveLength(1);
  });
});

describe("new jobs", () => {
  test("stand in the order of the list, each in the page of its neighbours", () => {
    const pages = insertJobs([page([job(9), job(7)], true), page([job(5), job(3)])], [job(10), job(8), job(4), job(1)]);

    expect(minutes(pages)).toEqual([
      [10, 9, 8, 7],
      [5, 4, 3, 1],
    ]);
  });

  test("come in once, however often they are reported", () => {
    expect(minutes(insertJobs([page([job(9)])], [job(9), job(10)]))).toEqual([[10, 9]]);
  });

  test("make the first page of an empty list", () => {
    expect(minutes(insertJobs([], [job(1)]))).toEqual([[1]]);
  });
});
