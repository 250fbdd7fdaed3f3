import { sqlState } from '../../db/connect.ts'

type ErrorDescription = {
  type: string
  message: string
  stack: string
  code?: string
  cause?: ErrorDescription
  [more: string]: unknown
}

const MAX_CAUSES = 3

/**
 * What the log tells of an error: where it happened, and of its text only what cannot hold what somebody sent. Parsers
 * quote their input, and the database quotes rows and values.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const quotes = error instanceof SyntaxError || sqlState(error) !== undefined
  const message = quotes ? '(not shown: it may quote what was sent)' : error.message
  return {
    type: error.name,
    message,
    stack: framesOf(error),
    ...(code && { code }),
    ...('constraint' in error && typeof error.constraint === 'string' && { constraint: error.constraint }),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  }
}

/** The lines that say where, without the message that stands before them. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}
