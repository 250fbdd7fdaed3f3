/** The largest number of steps between the ticks of a chart. */
const MAX_STEPS = 4
/** For a chart without sales, and for one with cents. */
const TOP_WITHOUT_SALES = 100
const MIN_TOP = 1

/** Returns the ticks of a chart whose highest bar has this amount: round numbers from 0 up, such as 0, 500, 1,000. */
export function roundTicks(highest: number): number[] {
  const top = highest > 0 ? Math.max(highest, MIN_TOP) : TOP_WITHOUT_SALES
  const size = 10 ** Math.floor(Math.log10(top / MAX_STEPS))
  const step = [1, 2, 5, 10].map((factor) => factor * size).find((one) => one * MAX_STEPS >= top) ?? 10 * size
  const steps = Math.ceil(top / step)
  // Multiples of 0.1 are not exact.
  return Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}
