import { z } from 'zod'
import { bannerFields, bannerNumber } from '../banners/schema.ts'
import { addCategorySchema, categorySlugSchema } from '../categories/schema.ts'
import { orderPagesSchema } from '../site-pages/schema.ts'

/** The address of a preview, a path of this site. */
export const previewSchema = z.object({ address: z.string() })
export type Preview = z.infer<typeof previewSchema>

/** The form of a banner; without a number it is a new one. */
export const previewBannerSchema = bannerFields.extend({ banner_number: bannerNumber.optional() })
export type PreviewBanner = z.output<typeof previewBannerSchema>

/** The form of a category; without the slug that it has now, it is a new one. */
export const previewCategorySchema = addCategorySchema.extend({ of: categorySlugSchema.optional() })
export type PreviewCategory = z.output<typeof previewCategorySchema>

/** The pages in the shop in an order, and those of them in the footer if these are others than now. */
export const previewPagesSchema = orderPagesSchema.extend({ in_footer: orderPagesSchema.shape.slugs.optional() })
export type PreviewPages = z.output<typeof previewPagesSchema>
