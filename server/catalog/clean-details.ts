import { MAX_DESCRIPTION_BYTES } from '../../shared/catalog/constants.ts'
import { cleanDescription } from './clean-description.ts'
import { detailsNeeded, detailsTooLong } from './errors.ts'

/** A description ready to be stored. Throws AppError 400 when nothing is left of it to see, or too much. */
export function cleanDetails(html: string): string {
  const clean = cleanDescription(html).trim()
  const isVisible = /<(?:img|hr)\b/.test(clean) || /[^\s\u00a0]/.test(clean.replace(/<[^<>]*>/g, ''))
  if (!isVisible) throw detailsNeeded()
  if (Buffer.byteLength(clean) > MAX_DESCRIPTION_BYTES) throw detailsTooLong()
  return clean
}
