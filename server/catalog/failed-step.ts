import { TransactionConflict } from '../../db/connect.ts'
import { sellerMessages } from '../../shared/seller/messages.ts'
import { AppError } from '../platform/errors.ts'
import { toAppError } from '../platform/render-errors.ts'

/** The steps of saving a product, and what a seller is told when one fails. */
const STEPS = {
  featured_image: sellerMessages.featuredImageFailed,
  other_images: sellerMessages.otherImagesFailed,
  product_number: sellerMessages.productNumberFailed,
  insert: sellerMessages.insertFailed,
} as const

type Step = keyof typeof STEPS

/**
 * Runs `work`, which says what step it enters. A failure that nobody foresaw (a store or database that is away, a bug)
 * becomes an AppError that names the step and keeps the status; refusals and conflicts stay what they are.
 */
export async function tellingStep<T>(work: (enter: (step: Step) => void) => Promise<T>): Promise<T> {
  let step: Step | undefined
  try {
    return await work((next) => {
      step = next
    })
  } catch (error) {
    if (step === undefined || error instanceof AppError || error instanceof TransactionConflict) throw error
    const { status, headers } = toAppError(error)
    throw new AppError(status, `${step}_failed`, STEPS[step], { headers, cause: error })
  }
}
