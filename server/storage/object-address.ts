import { z } from 'zod'
import { PICTURE_WIDTHS } from '../../shared/catalog/constants.ts'

/** `…/{bucket}/{key}`; the key keeps its inner slashes. */
export const addressSchema = z.object({ bucket: z.string().max(200), '*': z.string().max(2048) })

const width = z
  .string()
  .refine((text) => PICTURE_WIDTHS.some((one) => String(one) === text), `must be one of ${PICTURE_WIDTHS.join(', ')}`)
  .transform(Number)

/** The query parameters of an object's address. */
export const readQuerySchema = z.object({
  width: width.optional(),
  v: z.string().max(64).optional(),
  download: z.string().max(255).optional(),
})
