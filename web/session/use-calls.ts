import type { ErrorTexts } from '../../shared/kernel/errors.ts'
import { canRetry, failureText } from '../api/failure-text.ts'
import { useFailures } from '../ui/form/use-failures.ts'
import { showSuccess } from '../ui/overlay/toasts.tsx'

interface CallTexts {
  /** The toast on success. */
  done: string
  /** The text of a failure: for its reason, or in place of an unknown one. */
  failed: string | ((values: { reason: string }) => string)
}

/**
 * Returns a function that calls the server and returns true on success; a failure is shown at its place on the page, with a
 * retry where that can help. `refusals` has the texts of the server's refusals.
 */
export function useCalls(refusals: ErrorTexts) {
  const { report, clear, noteAt } = useFailures()
  async function call(where: string, send: () => PromiseLike<{ error?: unknown }>, texts: CallTexts): Promise<boolean> {
    clear(where)
    const { error } = await send()
    if (!error) {
      showSuccess(texts.done)
      return true
    }
    const { failed } = texts
    const text =
      typeof failed === 'string'
        ? failureText(error, refusals, failed)
        : failed({ reason: failureText(error, refusals) })
    report(where, { text, retry: canRetry(error, refusals) ? () => call(where, send, texts) : undefined })
    return false
  }
  return { call, report, noteAt }
}
