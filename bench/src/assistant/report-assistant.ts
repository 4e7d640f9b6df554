import { summarize } from "../measure/summarize.ts";
import { formatBytes, formatMs, formatSummary } from "../report/format.ts";
import type { Report } from "../report/report.ts";
import type { StreamLoad } from "./stream-load.ts";

export type Side = "bare" | "service";
type LoadName = "one" | "some" | "many";
/** One round of one side. */
export type Measured = Record<LoadName, StreamLoad>;

export type AssistantFigures = {
  taken: Record<Side, Measured[]>;
  /** Bytes an open stream; null where the system does not tell. */
  memory: Record<Side, number | null>;
  pieces: number;
  loads: Record<LoadName, { parallel: number; streams: number }>;
  held: number;
};

const WANTED_MORE_MS = 25;
const WANTED_RATIO = 0.8;

export function reportAssistant({ taken, memory, pieces, loads, held }: AssistantFigures): Report {
  const firstText = (side: Side, name: LoadName) =>
    summarize(taken[side].map((round) => summarize(round[name].firstTextMs).median));
  const rate = (side: Side, name: LoadName) => summarize(taken[side].map((round) => round[name].piecesPerSecond));
  const perSecond = (value: number) => `${Math.round(value)}/s`;
  const at = (name: LoadName) => `${loads[name].parallel} in parallel`;
  const names = Object.keys(loads) as LoadName[];
  const moreMs = firstText("service", "one").median - firstText("bare", "one").median;
  const ratio = rate("service", "some").median / rate("bare", "some").median;
  const row = (label: string, of: (side: Side) => ReturnType<typeof summarize>, format: (value: number) => string) => [
    label,
    ...formatSummary(of("bare"), format),
    ...formatSummary(of("service"), format),
    (of("service").median / of("bare").median).toFixed(2),
  ];
  return {
    name: "assistant",
    title: "An answer's stream beside the model",
    columns: ["", "bare Next route", "min – max", "service", "min – max", "ratio"],
    rows: [
      ...names.map((name) => row(`first text, ${at(name)}`, (side) => firstText(side, name), formatMs)),
      ...names.map((name) => row(`pieces of text, ${at(name)}`, (side) => rate(side, name), perSecond)),
      row(
        `memory of an open stream, ${held} in parallel`,
        (side) => summarize([memory[side] ?? Number.NaN]),
        formatBytes,
      ),
    ],
    reaches: [
      {
        wanted: `the first text at most ${WANTED_MORE_MS} ms later at the median, one stream at a time`,
        measured: `${moreMs.toFixed(1)} ms later`,
        isMet: moreMs <= WANTED_MORE_MS,
      },
      {
        wanted: `at least ${WANTED_RATIO} of the bare route's pieces a second, ${at("some")}`,
        measured: ratio.toFixed(2),
        isMet: ratio >= WANTED_RATIO,
      },
    ],
    notes: [
      `${taken.bare.length} rounds in turns after a warm-up; each answer is ${pieces} pieces of text, which the model sends without pauses, and every question is different. The service sends together what comes together.`,
      "The service checks the key and three limits, searches, stores the question and the answer, checks links, and keeps the stream for clients that come back.",
    ],
    figures: { ...taken, memory },
  };
}
