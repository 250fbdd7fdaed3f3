import { z } from 'zod'
import { revision, revisionSchema } from '../kernel/revision.ts'
import { htmlText, nameText } from '../kernel/text.ts'
import { pageMessages } from './admin-messages.ts'
import { MAX_PAGE_BYTES, MAX_PAGE_TITLE_LENGTH, RESERVED_SLUGS, SLUG_PATTERN } from './limits.ts'

export const slugParamSchema = z.string().regex(SLUG_PATTERN, 'must be the name of a page')
export const versionNumber = revision

const publishedVersion = z.object({ version: z.number().int(), published_at: z.string() })

/** A page in the shop, in its shown version or an earlier one. */
export const sitePageSchema = publishedVersion.extend({
  slug: z.string(),
  title: z.string(),
  /** HTML, cleaned by the server. */
  body: z.string(),
  /** Null while the page is not published: only its versions are shown then. */
  shown_version: z.number().int().nullable(),
  /** The newest 100 published versions, newest first. */
  versions: z.array(publishedVersion),
})
export type SitePage = z.infer<typeof sitePageSchema>

const adminPageRow = z.object({
  slug: z.string(),
  /** As published, else as in the draft; empty before a first draft. */
  title: z.string(),
  in_footer: z.boolean(),
  shown_version: z.number().int().nullable(),
  /** The time of the shown version. */
  published_at: z.string().nullable(),
  has_draft: z.boolean(),
  /** Counts changes from 1; a change sends the revision it is based on. */
  revision: z.number().int(),
})
export type AdminPageRow = z.infer<typeof adminPageRow>

export const adminPagesSchema = z.object({ pages: z.array(adminPageRow) })
export type AdminPages = z.infer<typeof adminPagesSchema>

/** A page as it is edited. */
export const adminPageSchema = adminPageRow.extend({
  /** The draft, else the newest version. */
  draft: z.object({ title: z.string(), body: z.string() }),
  versions: z.array(publishedVersion.extend({ title: z.string() })),
})
export type AdminPage = z.infer<typeof adminPageSchema>

const title = nameText(MAX_PAGE_TITLE_LENGTH)
  .transform((text) => text.trim())
  .pipe(z.string().min(1, { error: () => pageMessages.titleNeeded }))

/** The fields of the form of a page. */
export const pageTextSchema = z.object({
  title,
  body: htmlText(MAX_PAGE_BYTES, () => pageMessages.tooLong),
})
export type PageText = z.infer<typeof pageTextSchema>

export const savePageSchema = pageTextSchema.extend(revisionSchema.shape)
export type SavePage = z.infer<typeof savePageSchema>
export const changePageSchema = revisionSchema.extend({ in_footer: z.boolean() })

export const addPageSchema = z.object({
  title,
  slug: z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .pipe(
      z
        .string()
        .regex(SLUG_PATTERN, { error: () => pageMessages.slugMalformed })
        .refine((slug) => !RESERVED_SLUGS.includes(slug), { error: () => pageMessages.slugReserved }),
    ),
})
export type AddPage = z.infer<typeof addPageSchema>

const pageSlugs = z.array(slugParamSchema).max(50)
/** `from` is the order that the change is based on. */
export const orderPagesSchema = z.object({ slugs: pageSlugs, from: pageSlugs.optional() })
export type OrderPages = z.infer<typeof orderPagesSchema>
