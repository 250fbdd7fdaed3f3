/** Throws an Error when something was typed behind a command that takes nothing, as `-- --port 4000`. */
export function requireNoArguments(given: readonly string[]): void {
  if (given.length === 0) return
  const where = 'Settings are environment variables, or lines of a file .env: README.md lists them.'
  throw new Error(`${given.join(' ')} means nothing here. ${where}`)
}
