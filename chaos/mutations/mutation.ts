/** A fault: the code of some guards against races, replaced by code that ignores concurrent requests. */
export interface Mutation {
  /** Referenced by `// catches: <name>` above each test that must fail with the mutation. */
  name: string
  /** Describes the fault. */
  does: string
  /** Replacements by guard for the code that `// guard: <guard>` marks; `''` deletes it. */
  replacements: Readonly<Record<string, string | ((guarded: string) => string)>>
}
