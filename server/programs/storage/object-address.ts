import { z } from 'zod'
import { PICTURE_WIDTHS } from '../../../shared/catalog/constants.ts'
import { notOffered } from './not-offered.ts'

/** `…/{bucket}/{key}`; the key keeps its inner slashes. */
export const addressSchema = z.object({ bucket: z.string().max(200), '*': z.string().max(2048) })

const width = z
  .string()
  .refine((text) => PICTURE_WIDTHS.some((one) => String(one) === text), `must be one of ${PICTURE_WIDTHS.join(', ')}`)
  .transform(Number)

/** An object has one version. */
export const infoQuerySchema = z.object({ versionId: notOffered })

export const readQuerySchema = infoQuerySchema.extend({
  width: width.optional(),
  v: z.string().max(64).optional(),
  download: z.string().max(255).optional(),
})
