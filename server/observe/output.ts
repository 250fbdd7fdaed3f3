/**
 * Ignores errors of standard output and standard error: neither a full disk nor a closed pipe or terminal ends this
 * process. To be called once.
 */
export function ignoreOutputErrors(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}
