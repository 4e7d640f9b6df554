const WIDTH = 3;
const GAP = 1;
const HEIGHT = 20;

/** How often a key was used, an hour a bar, the running hour last. */
export function UseChart({ hours, name }: { hours: number[]; name: string }) {
  const total = hours.reduce((sum, count) => sum + count, 0);
  const most = Math.max(...hours, 1);
  const words = `${total.toLocaleString("en")} ${total === 1 ? "request" : "requests"}`;
  return (
    <div className="flex items-center gap-2">
      <svg
        role="img"
        aria-label={`${name}: ${words} in the last ${hours.length} hours`}
        width={hours.length * (WIDTH + GAP)}
        height={HEIGHT}
        className="shrink-0"
      >
        {hours.map((count, index) => {
          const height = count === 0 ? 1 : Math.max(2, Math.round((count / most) * HEIGHT));
          const hoursAgo = hours.length - 1 - index;
          return (
            <rect
              key={hoursAgo}
              x={index * (WIDTH + GAP)}
              y={HEIGHT - height}
              width={WIDTH}
              height={height}
              rx={0.5}
              className={count === 0 ? "fill-border" : "fill-brand"}
            >
              <title>{`${count.toLocaleString("en")} ${hoursAgo === 0 ? "in this hour" : `${hoursAgo} h ago`}`}</title>
            </rect>
          );
        })}
      </svg>
      <span className="w-10 text-right text-muted-foreground text-xs tabular-nums">{total.toLocaleString("en")}</span>
    </div>
  );
}
