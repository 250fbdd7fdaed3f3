/** Code that ignores concurrent requests, and the guards that it replaces. */
export interface Mutation {
  /** Referenced by `// catches: <name>` above each test that must fail with the mutation. */
  name: string
  /** Describes the fault. */
  does: string
  /** Replacements by guard for the code that `// guard: <guard>` marks; `''` deletes it. */
  naive: Readonly<Record<string, string | ((guarded: string) => string)>>
}
