/** Throws an Error for arguments of a program that takes none, like `-- --port 4000`. */
export function requireNoArguments(args: readonly string[]): void {
  if (args.length === 0) return
  const where = 'Settings are environment variables, or lines of a file .env: see docs/configuration.md.'
  throw new Error(`${args.join(' ')} is not an argument of this program. ${where}`)
}
