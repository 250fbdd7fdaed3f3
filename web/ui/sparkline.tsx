const WIDTH = 96
const HEIGHT = 32
/** Room for the width of the line and for the last point. */
const MARGIN = 3

/** A small line of how a number went, oldest first; the figures are elsewhere, so it is only seen. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const highest = Math.max(...values)
  if (values.length < 2 || highest <= 0) return null
  const points = values.map((value, index) => ({
    x: MARGIN + (index / (values.length - 1)) * (WIDTH - 2 * MARGIN),
    y: HEIGHT - MARGIN - (value / highest) * (HEIGHT - 2 * MARGIN),
  }))
  const last = points.at(-1)
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-8 w-24 shrink-0 text-brand" fill="none">
      <polyline
        points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx={last?.x} cy={last?.y} r="2.5" fill="currentColor" />
    </svg>
  )
}
