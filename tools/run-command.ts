import { type ParseArgsConfig, parseArgs } from 'node:util'
import { reasonOf } from '../db/reason-of.ts'

/**
 * What was typed behind a command, as `parseArgs` reads it. Asked for help, or given what it does not know, the command
 * ends here with its usage.
 */
export function readArguments<T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).some((given) => given === '--help' || given === '-h')) {
    say(usage)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    console.error(`${reasonOf(error)}\n${usage}`)
    process.exit(1)
  }
}

/** Runs a command: it answers whether all is well; errors are told in a line. Otherwise the process ends with 1. */
export async function runCommand(command: () => Promise<boolean>): Promise<void> {
  try {
    if (!(await command())) process.exitCode = 1
  } catch (error) {
    console.error(reasonOf(error))
    process.exitCode = 1
  }
}

/** Tells the operator a line. */
export function say(message: string): void {
  console.log(message)
}
