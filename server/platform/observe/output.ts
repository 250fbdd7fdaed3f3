/** Ignores errors of standard output and error: no full disk or closed pipe ends the process. To be called once. */
export function ignoreOutputErrors(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}
