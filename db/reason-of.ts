/**
 * Why something failed, in words for the operator. What was tried at each address of a name fails with an error without
 * words: then those of each try are told.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.message) return error.message
  const tries = error instanceof AggregateError ? error.errors.map(reasonOf) : []
  return tries.join('; ') || error.name
}
