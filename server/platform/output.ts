/**
 * What cannot be written is lost, and nobody is hurt by it: neither a full disk nor a reader or a terminal that is gone
 * ends this process. To be called once.
 */
export function goOnWithoutOutput(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}
