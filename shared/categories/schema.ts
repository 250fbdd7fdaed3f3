import { z } from 'zod'
import { ALL_CATEGORIES_SLUG, MAX_CATEGORY_NAME_LENGTH } from '../catalog/categories.ts'
import { revisionSchema } from '../kernel/revision.ts'
import { nameText } from '../kernel/text.ts'
import { categoryAdminMessages } from './admin-messages.ts'
import { CATEGORY_SLUG_PATTERN, MAX_CATEGORIES, RESERVED_CATEGORY_SLUGS } from './constants.ts'

export const categorySlugSchema = z.string().regex(CATEGORY_SLUG_PATTERN, 'must be the slug of a category')

/** A category as admins see it. */
const adminCategorySchema = z.object({
  slug: z.string(),
  name: z.string(),
  /** The address of its own picture; empty without one. */
  picture: z.string(),
  is_hidden: z.boolean(),
  /** Counts changes from 1; a change sends the revision it is based on. */
  revision: z.number().int(),
  /** Products in the shop, with those that are still being moved here. */
  products: z.number().int(),
  /** Products of a merged category, or of its former slug, are still being moved here. */
  is_filling: z.boolean(),
})
export type AdminCategory = z.infer<typeof adminCategorySchema>

export const adminCategoriesSchema = z.object({ categories: z.array(adminCategorySchema) })
export type AdminCategories = z.infer<typeof adminCategoriesSchema>

/** Addresses and filters separate names with these characters. */
const SEPARATORS = /[/,]/

const categoryFormSchema = z.object({
  name: nameText(MAX_CATEGORY_NAME_LENGTH)
    .transform((name) => name.replace(/\s+/g, ' ').trim())
    .refine((name) => /[\p{L}\p{N}]/u.test(name), { error: () => categoryAdminMessages.nameNeeded })
    .refine((name) => !SEPARATORS.test(name), { error: () => categoryAdminMessages.nameSeparates })
    .refine((name) => name.toLowerCase() !== ALL_CATEGORIES_SLUG, { error: () => categoryAdminMessages.nameIsAll }),
  slug: z
    .string()
    .transform((slug) => slug.trim().toLowerCase())
    .pipe(
      z
        .string()
        .regex(CATEGORY_SLUG_PATTERN, { error: () => categoryAdminMessages.slugMalformed })
        .refine((slug) => !RESERVED_CATEGORY_SLUGS.includes(slug), { error: () => categoryAdminMessages.slugReserved }),
    ),
  is_hidden: z.boolean(),
})
export type CategoryForm = z.output<typeof categoryFormSchema>

export const addCategorySchema = categoryFormSchema.extend({ is_hidden: z.boolean().default(false) })
export const saveCategorySchema = categoryFormSchema.extend(revisionSchema.shape)
export type SaveCategory = z.output<typeof saveCategorySchema>

export const mergeCategorySchema = revisionSchema.extend({ into: categorySlugSchema })
const categorySlugs = z.array(categorySlugSchema).max(MAX_CATEGORIES)
/** `from` is the order that the change is based on. */
export const orderCategoriesSchema = z.object({ slugs: categorySlugs, from: categorySlugs.optional() })
export type OrderCategories = z.infer<typeof orderCategoriesSchema>
