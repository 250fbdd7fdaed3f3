/** Returns the current time; passed in, so that tests can set it. */
export type Clock = () => Date

export const DAY_SECONDS = 24 * 3600

export const systemClock: Clock = () => new Date()

/** Returns the time that is `seconds` after another. */
export function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000)
}

/** Returns the time that is `seconds` before another. */
export function secondsBefore(time: Date, seconds: number): Date {
  return secondsAfter(time, -seconds)
}
