/** Naive code that ignores concurrent requests, and the guards that it replaces. */
export interface Mutation {
  /** `// catches: <name>` is above each test that must fail with it. */
  name: string
  /** What the naive code does. */
  does: string
  /** By guard: what replaces the code that `// guard: <guard>` marks; `''` leaves it out. */
  naive: Readonly<Record<string, string | ((guarded: string) => string)>>
}
