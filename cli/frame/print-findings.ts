import type { Finding } from '../../server/operate/check/check-invariants.ts'
import { print } from './run-command.ts'

/** Prints rules that do not hold, each with some examples. A `remark` breaks nothing. */
export function printFindings(findings: readonly Finding[], kind: 'WRONG' | 'remark' = 'WRONG'): void {
  for (const { rule, count, examples } of findings) {
    print(`${kind}: ${rule}: ${count} violations`)
    printExamples(examples, count)
  }
}

/** Prints some of `count` examples. */
export function printExamples(examples: readonly string[], count: number): void {
  for (const example of examples) print(`  ${example}`)
  if (count > examples.length) print(`  … and ${count - examples.length} more`)
}
