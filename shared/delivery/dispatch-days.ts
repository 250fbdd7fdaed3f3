import { z } from 'zod'
import { MAX_DISPATCH_DAYS } from './constants.ts'
import { deliveryFormMessages } from './form-messages.ts'

const error = () => deliveryFormMessages.dispatchMalformed({ max: MAX_DISPATCH_DAYS })

/** Working days in which a seller dispatches; null when not declared. */
export const dispatchDays = z
  .number({ error })
  .int({ error })
  .min(1, { error })
  .max(MAX_DISPATCH_DAYS, { error })
  .nullable()
