import { MIN_ID_DIGITS } from '../../shared/orders/constants.ts'

/** What a search for part of an order id asks of the digits of the number. */
export interface NumberSearch {
  digits: string
  /** The digits stand at the beginning of the number; else anywhere in it. */
  atStart: boolean
}

/** Reads part of an order id (`ORD00042`, `rd0004`, `42`, ``), in any letter case; undefined when no id contains it. */
export function readNumberSearch(text: string): NumberSearch | undefined {
  const part = text.toUpperCase()
  if ('ORD'.includes(part)) return { digits: '', atStart: true }
  const [found, letters, digits = ''] = /^(ORD|RD|D)?(\d{1,12})$/.exec(part) ?? []
  return found ? { digits, atStart: letters !== undefined } : undefined
}

/**
 * The numbers 1, 2, 3, … whose ids contain what is searched for, as a list that nobody has to write down: orders are
 * numbered without gaps, so how many there are and which is the hundredth follow from the digits alone.
 */
export interface MatchingNumbers {
  /** How many of the numbers up to `last` match. */
  count(last: number): number
  /** Of the numbers up to `last` that match, from the highest down, the ones at `offset` and behind, at most `limit`. */
  newest(last: number, page: { offset: number; limit: number }): number[]
}

/** Digits are read from left to right; a state says how much of the search has been seen. */
type State = number

/** The numbers whose order ids contain what is searched for: counted and listed without looking at orders. */
export function matchingNumbers(search: NumberSearch): MatchingNumbers {
  const reader = createReader(search)
  const { next } = reader
  const waysFrom = createWays(reader)

  /** How many matches of exactly `length` digits, leading zeros included, are below `bound`. */
  function countBelow(length: number, bound: number): number {
    if (bound >= 10 ** length) return waysFrom(0, length)
    let state: State = 0
    let count = 0
    for (const [index, character] of [...String(bound).padStart(length, '0')].entries()) {
      const own = Number(character)
      for (let digit = 0; digit < own; digit++) count += waysFrom(next(state, digit), length - index - 1)
      state = next(state, own)
    }
    return count
  }

  function count(last: number): number {
    if (last < 1) return 0
    let sum = 0
    for (let length = MIN_ID_DIGITS; length <= Math.max(MIN_ID_DIGITS, String(last).length); length++) {
      const smallest = length === MIN_ID_DIGITS ? 1 : 10 ** (length - 1)
      sum += countBelow(length, last + 1) - countBelow(length, smallest)
    }
    return sum
  }

  /** The smallest number up to which there are `rank` matches. */
  function find(rank: number, last: number): number {
    let [low, high] = [1, last]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (count(middle) >= rank) high = middle
      else low = middle + 1
    }
    return low
  }

  return {
    count,
    newest(last, { offset, limit }) {
      const numbers: number[] = []
      const total = count(last)
      let upTo = last
      for (let rank = total - offset; rank > 0 && numbers.length < limit; rank--) {
        upTo = find(rank, upTo)
        numbers.push(upTo)
      }
      return numbers
    },
  }
}

/** Tells how many texts of so many digits, read from a state, end as matches. */
function createWays({ size, dead, next }: ReturnType<typeof createReader>): (state: State, length: number) => number {
  /** By length, then by state. */
  const ways: number[][] = [Array.from({ length: dead + 1 }, (_, state) => (state === size ? 1 : 0))]
  return (state, length) => {
    for (let done = ways.length; done <= length; done++) {
      const shorter = ways[done - 1] ?? []
      ways.push(
        shorter.map((_, from) => {
          let sum = 0
          for (let digit = 0; digit <= 9; digit++) sum += shorter[next(from, digit)] ?? 0
          return sum
        }),
      )
    }
    return ways[length]?.[state] ?? 0
  }
}

/** States 0 to `size` tell how many of the digits have been seen, `size` stays; from `dead` nothing matches any more. */
function createReader({ digits, atStart }: NumberSearch) {
  const size = digits.length
  const dead = size + 1
  function next(state: State, digit: number): State {
    if (state >= size) return state
    const read = digits.slice(0, state) + digit
    if (digits.startsWith(read)) return state + 1
    if (atStart) return dead
    // The longest end of what was read that the search begins with.
    for (let length = state; length > 0; length--) if (read.endsWith(digits.slice(0, length))) return length
    return 0
  }
  const table = Array.from({ length: dead + 1 }, (_, state) =>
    Array.from({ length: 10 }, (_, digit) => next(state, digit)),
  )
  return { size, dead, next: (state: State, digit: number): State => table[state]?.[digit] ?? dead }
}
