import { MAX_DESCRIPTION_BYTES } from '../../../../shared/catalog/constants.ts'
import { isVisible } from '../../../../shared/kernel/visible.ts'
import { cleanHtml, isWithinBounds } from '../../../platform/rich-text/clean-html.ts'
import { productFormError } from '../products/errors.ts'

/** Returns a description ready to be stored. Throws AppError 400 for too many tags, no visible text, or too much. */
export function cleanDetails(html: string): string {
  if (!isWithinBounds(html)) throw productFormError('details_too_complex')
  const clean = cleanHtml(html).trim()
  if (!/<(?:img|hr)\b/.test(clean) && !isVisible(clean.replace(/<[^<>]*>/g, '')))
    throw productFormError('details_needed')
  if (Buffer.byteLength(clean) > MAX_DESCRIPTION_BYTES) throw productFormError('details_too_long')
  return clean
}
