import type { Finding } from '../server/check/check-invariants.ts'
import { say } from './run-command.ts'

/** Prints what does not hold, with some of the places. A `remark` is worth knowing, but nothing is broken by it. */
export function tellFindings(findings: readonly Finding[], kind: 'WRONG' | 'remark' = 'WRONG'): void {
  for (const { rule, count, examples } of findings) {
    say(`${kind}: ${rule}: ${count} times not`)
    for (const example of examples) say(`  ${example}`)
    if (count > examples.length) say(`  … and ${count - examples.length} more`)
  }
}
