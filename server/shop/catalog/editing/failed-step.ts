import { TransactionConflict } from '../../../../db/connect.ts'
import { productFormErrors } from '../../../../shared/catalog/errors.ts'
import { AppError, storageFull } from '../../../platform/http/errors.ts'
import { toAppError } from '../../../platform/http/render-errors.ts'

export type Step = 'featured_image' | 'other_images' | 'product_number' | 'insert'

/**
 * Runs `work`, which reports each step it enters, and returns its result. Wraps an unexpected failure (an unavailable
 * store or database, a bug) in an AppError that names the step, with the same status; rethrows AppErrors, conflicts and
 * full disks.
 */
export async function nameFailedStep<T>(work: (enter: (step: Step) => void) => Promise<T>): Promise<T> {
  let step: Step | undefined
  try {
    return await work((next) => {
      step = next
    })
  } catch (error) {
    if (step === undefined || error instanceof AppError || error instanceof TransactionConflict) throw error
    const failure = toAppError(error)
    if (failure.code === storageFull().code) throw failure
    const { status, headers } = failure
    const code = `${step}_failed` as const
    throw new AppError(status, code, productFormErrors[code].text, { headers, cause: error })
  }
}
