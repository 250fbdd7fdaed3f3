import { z } from 'zod'
import { productFormErrors } from '../../../../shared/catalog/errors.ts'
import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import { saveProductSchema } from '../../../../shared/catalog/schema.ts'
import { nameMessages } from '../../../../shared/kernel/name-messages.ts'
import { isVisible } from '../../../../shared/kernel/visible.ts'
import { stockProblems } from '../stock/stock-draft.ts'
import { type ProductDraft, uploadOf } from './product-draft.ts'

/** The error texts of fields whose shared rules have none. */
const TEXTS: Partial<Record<PropertyKey, string>> = {
  product_name: productFormMessages.nameNeeded,
  product_price: productFormMessages.priceMalformed,
  product_desc: productFormErrors.details_too_long.text,
}

/** The fields of the form that have other names. */
const FIELDS: Partial<Record<PropertyKey, string>> = { images: 'pictures', weight_grams: 'weight' }

/** The shared product rules, applied to the form's values. */
export const productRules = z.custom<ProductDraft>().superRefine((draft, context) => {
  const add = (path: PropertyKey, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  const { error } = saveProductSchema.safeParse(uploadOf(draft, draft).product)
  for (const { path, message } of error?.issues ?? []) {
    const [field = ''] = path
    add(
      FIELDS[field] ?? field,
      message === nameMessages.notPlain && isVisible(draft.product_name) ? message : (TEXTS[field] ?? message),
    )
  }
  for (const [field, text] of stockProblems(draft)) add(field, text)
  if (draft.product_desc.trim() === '') add('product_desc', productFormMessages.detailsNeeded)
  // Otherwise the first additional picture would become the featured one.
  if (!draft.pictures.featured) add('pictures', productFormMessages.featuredImageNeeded)
})
