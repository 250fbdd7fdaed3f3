import { MIN_ID_DIGITS } from '../../../shared/orders/constants.ts'

/** A search for part of an order id, as a condition on the digits of the number. */
export interface NumberSearch {
  digits: string
  /** Whether the digits are at the start of the number; otherwise anywhere in it. */
  atStart: boolean
}

/** Parses part of an order id (`ORD00042`, `rd0004`, `42`, ``), in any letter case; returns undefined when no id contains it. */
export function readNumberSearch(text: string): NumberSearch | undefined {
  const part = text.toUpperCase()
  if ('ORD'.includes(part)) return { digits: '', atStart: true }
  const [found, letters, digits = ''] = /^(ORD|RD|D)?(\d{1,12})$/.exec(part) ?? []
  return found ? { digits, atStart: letters !== undefined } : undefined
}

/** The numbers 1, 2, 3, … whose ids match a search, counted from digits alone, as orders have no gaps. */
export interface MatchingNumbers {
  /** Returns the count of the matches up to `last`. */
  count(last: number): number
  /** Returns at most `limit` of the matches up to `last`, from the highest down, starting at `offset`. */
  newest(last: number, page: { offset: number; limit: number }): number[]
}

/** Digits are read from left to right; a state is the number of searched digits seen. */
type State = number

/** Returns the numbers whose order ids match a search, counted and listed without reading orders. */
export function matchingNumbers(search: NumberSearch): MatchingNumbers {
  const reader = createReader(search)
  const { next } = reader
  const waysFrom = createWays(reader)

  /** Returns the count of the matches of exactly `length` digits, leading zeros included, below `bound`. */
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

  /** Returns the smallest number up to which there are `rank` matches. */
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

/** Returns a state machine: states 0 to `size` are the searched digits seen, `size` is a match, `dead` can match no more. */
function createReader({ digits, atStart }: NumberSearch) {
  const size = digits.length
  const dead = size + 1
  function next(state: State, digit: number): State {
    if (state >= size) return state
    const read = digits.slice(0, state) + digit
    if (digits.startsWith(read)) return state + 1
    if (atStart) return dead
    // The longest suffix of the digits read that is a prefix of the search.
    for (let length = state; length > 0; length--) if (read.endsWith(digits.slice(0, length))) return length
    return 0
  }
  const table = Array.from({ length: dead + 1 }, (_, state) =>
    Array.from({ length: 10 }, (_, digit) => next(state, digit)),
  )
  return { size, dead, next: (state: State, digit: number): State => table[state]?.[digit] ?? dead }
}
