/** Code as somebody would write it who does not think of others doing the same at the same moment. */
export interface Mutation {
  /** What the naive code does. */
  name: string
  edits: readonly Edit[]
  /** The tests that must fail with it. */
  caughtBy: readonly Guard[]
}

interface Edit {
  module: string
  /** Stands in the module exactly once. */
  from: string
  to: string
}

interface Guard {
  file: string
  /** Without the numbers of rules in front; of a title with placeholders, what stands before the first. */
  title: string
}

/** The module's text with the naive code in place. Throws when a text to replace does not stand in it exactly once. */
export function applyEdits(edits: readonly Edit[], module: string, text: string): string {
  return edits
    .filter((edit) => edit.module === module)
    .reduce((code, { from, to }) => {
      const pieces = code.split(from)
      if (pieces.length !== 2)
        throw new Error(`${module} holds this text ${pieces.length - 1} times, not once:\n${from}`)
      return pieces.join(to)
    }, text)
}
