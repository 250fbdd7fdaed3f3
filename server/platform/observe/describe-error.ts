import { sqlState } from '../../../db/connect.ts'

type ErrorDescription = {
  type: string
  message: string
  stack: string
  code?: string
  cause?: ErrorDescription
  [more: string]: unknown
}

const MAX_CAUSES = 3

/** Returns what the log shows of an error: the place, and the message unless it may quote user input. */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const quotes = error instanceof SyntaxError || sqlState(error) !== undefined
  const message = quotes ? '(not shown: it may quote user input)' : error.message
  return {
    type: error.name,
    message,
    stack: framesOf(error),
    ...(code && { code }),
    ...('constraint' in error && typeof error.constraint === 'string' && { constraint: error.constraint }),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  }
}

function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}
