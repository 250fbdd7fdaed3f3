import { z } from 'zod'
import { productFormMessages } from '../../../shared/catalog/product-form-messages.ts'
import { productFormRefusals } from '../../../shared/catalog/product-form-refusals.ts'
import { saveProductSchema } from '../../../shared/catalog/schema.ts'
import { type ProductDraft, uploadOf } from './product-draft.ts'

/** The text for a field that breaks a rule; the rules of the other fields have a text of their own. */
const TEXTS: Partial<Record<PropertyKey, string>> = {
  product_name: productFormMessages.nameNeeded,
  product_price: productFormMessages.priceMalformed,
  product_desc: productFormRefusals.details_too_long,
}

/** The rules of a product, for what is in its form. */
export const productRules = z.custom<ProductDraft>().superRefine((draft, context) => {
  const add = (path: PropertyKey, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  const { error } = saveProductSchema.safeParse(uploadOf(draft).product)
  for (const { path, message } of error?.issues ?? []) {
    const [field = ''] = path
    add(field === 'images' ? 'pictures' : field, TEXTS[field] ?? message)
  }
  if (draft.product_desc.trim() === '') add('product_desc', productFormMessages.detailsNeeded)
  // Without it the first of the others would be sent in its place.
  if (!draft.pictures.featured) add('pictures', productFormMessages.featuredImageNeeded)
})
