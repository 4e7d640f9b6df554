import type { GoldenState } from "#trpc/types.ts";

const LINES = [0, 50, 100];

/** The share of golden questions that each run found, as bars, the oldest first; a mark where answers cited their page. */
export function RunChart({ runs }: Pick<GoldenState, "runs">) {
  const shown = runs.toReversed();
  const width = 100 / shown.length;
  const share = (part: number, asked: number) => (asked === 0 ? 0 : (part / asked) * 100);
  return (
    <div className="h-36 pt-2 pl-10">
      <svg
        role="img"
        aria-label={`Golden questions found in the last ${shown.length} runs`}
        className="size-full overflow-visible fill-muted-foreground text-[0.6875rem]"
      >
        {LINES.map((line) => (
          <g key={line}>
            <line x2="100%" y1={`${100 - line}%`} y2={`${100 - line}%`} className="stroke-border" />
            <text x={-8} y={`${100 - line}%`} dy="0.32em" textAnchor="end">
              {line} %
            </text>
          </g>
        ))}
        {shown.map(({ id, asked, found, cited, isHeld, commit }, at) => (
          <g key={id}>
            <title>{`${commit.slice(0, 7)}: found ${found} of ${asked}${cited === null ? "" : `, cited ${cited}`}`}</title>
            <rect
              x={`${at * width + width * 0.1}%`}
              width={`${width * 0.8}%`}
              y={`${100 - share(found, asked)}%`}
              height={`${share(found, asked)}%`}
              fill={isHeld ? "var(--chart-3)" : "var(--chart-1)"}
            />
            {cited !== null && (
              <line
                x1={`${at * width}%`}
                x2={`${(at + 1) * width}%`}
                y1={`${100 - share(cited, asked)}%`}
                y2={`${100 - share(cited, asked)}%`}
                strokeWidth={2}
                className="stroke-foreground"
              />
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}
