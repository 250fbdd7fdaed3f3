import { z } from 'zod'
import { destinationMessages } from '../../../../shared/delivery/destination-messages.ts'
import { deliveryFormMessages } from '../../../../shared/delivery/form-messages.ts'
import { sellerDeliveryMessages } from '../../../../shared/delivery/method-messages.ts'
import { methodFormSchema } from '../../../../shared/delivery/schema.ts'
import { isFilled, type MethodValues, methodOf, STEPS } from './method-values.ts'

/** The shared rules of methods, applied to the texts of the form. */
export const methodRules = z.custom<MethodValues>().superRefine((values, context) => {
  if (values.typed_country.trim() !== '')
    context.addIssue({ code: 'custom', path: ['typed_country'], message: destinationMessages.chooseFromList })
  const rows = STEPS.filter((index) => isFilled(values, index))
  for (const { path, message } of methodFormSchema.safeParse(methodOf(values)).error?.issues ?? []) {
    const [field = '', index, part] = path
    const row = rows[Number(index)] ?? 0
    const name = field !== 'weight_steps' ? field : part === 'price' ? `step_${row}` : `up_to_${row}`
    const isInGrams = message === deliveryFormMessages.weightMalformed
    context.addIssue({
      code: 'custom',
      path: [name],
      message: isInGrams ? sellerDeliveryMessages.weightMalformed : message,
    })
  }
})
