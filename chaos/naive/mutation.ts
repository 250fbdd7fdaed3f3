/** Naive code, as it is easily written without a thought for requests at the same moment, and where it goes. */
export interface Mutation {
  /** `// catches: <name>` stands before every test that must fail with it. */
  name: string
  /** What the naive code does. */
  does: string
  /** By guard: what replaces the code that `// guard: <guard>` marks; `''` leaves it out. */
  naive: Readonly<Record<string, string | ((guarded: string) => string)>>
}
