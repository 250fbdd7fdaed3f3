/** Answers the present time; passed in, so that a test can set it. */
export type Clock = () => Date

/** The time of the machine. */
export const systemClock: Clock = () => new Date()
