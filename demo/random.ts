export interface Random {
  /** At least 0 and below 1. */
  next(): number
  /** A whole number from `min` to `max`, inclusive. */
  whole(min: number, max: number): number
  /** Throws on an empty list. */
  pick<T>(items: readonly T[]): T
  /** Picks with probabilities proportional to the weights, which are positive. */
  pickWeighted<T>(items: readonly T[], weights: readonly number[]): T
}

/** Creates a generator (Mulberry32) for invented data; not for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const random: Random = {
    next,
    whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (items) => at(items, random.whole(0, items.length - 1)),
    pickWeighted: (items, weights) => {
      let rest = next() * weights.reduce((sum, weight) => sum + weight, 0)
      const index = weights.findIndex((weight) => {
        rest -= weight
        return rest < 0
      })
      return at(items, index === -1 ? items.length - 1 : index)
    },
  }
  return random
}

function at<T>(items: readonly T[], index: number): T {
  if (index < 0 || index >= items.length) throw new RangeError('there is no item to pick')
  return items[index] as T
}
