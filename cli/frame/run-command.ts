import { type ParseArgsConfig, parseArgs } from 'node:util'
import { reasonOf } from '../../db/failures.ts'
import type { Finding } from '../../server/operate/check/check-invariants.ts'

/** Thrown by a command for wrong arguments; the usage is printed. */
export class UsageError extends Error {}

/**
 * Runs a command with its arguments, as `parseArgs` reads them. Errors are printed in one line, without a stack. The exit
 * code is 1 after an error or when the command returns false, otherwise 0. `--help` prints the usage and does nothing.
 */
export async function runCommand<T extends ParseArgsConfig>(
  usage: string,
  config: T,
  command: (args: ReturnType<typeof parseArgs<T>>) => Promise<unknown>,
): Promise<void> {
  const args = readArguments(usage, config)
  try {
    if ((await command(args)) === false) process.exitCode = 1
  } catch (error) {
    console.error(error instanceof UsageError ? `Usage:\n${usage}` : reasonOf(error))
    process.exitCode = 1
  }
}

/** Returns the arguments, as `parseArgs` reads them. With `--help` or an unknown option, prints the usage and exits. */
export function readArguments<T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    print(usage)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    console.error(`${reasonOf(error)}\n${usage}`)
    process.exit(1)
  }
}

/** Returns the only positional argument. Throws a UsageError when there is none, or more than one. */
export function onlyArgument({ positionals }: { positionals: string[] }): string {
  const [argument, ...more] = positionals
  if (!argument || more.length) throw new UsageError()
  return argument
}

/** Returns a time as the operator reads it. */
export const timeOf = (time: Date | string) => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Prints a line for the operator. */
export function print(line: string): void {
  console.log(line)
}

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
