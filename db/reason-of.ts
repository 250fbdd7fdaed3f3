/**
 * Returns why something failed, for the operator. Connecting to a name with several addresses fails with an AggregateError
 * without a message: then the messages of its errors are joined.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.message) return error.message
  const reasons = error instanceof AggregateError ? error.errors.map(reasonOf) : []
  return reasons.join('; ') || error.name
}
