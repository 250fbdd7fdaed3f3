import { z } from 'zod'
import { afterChangeSchema } from '../../../shared/catalog/schema.ts'
import { queryInteger } from '../../../shared/kernel/text.ts'
import { sitePageErrors } from '../../../shared/site-pages/errors.ts'
import { MAX_PAGE_BYTES, MAX_PAGE_TAGS } from '../../../shared/site-pages/limits.ts'
import { sitePageSchema, slugParamSchema } from '../../../shared/site-pages/schema.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { createHtmlCleaner } from '../../platform/rich-text/clean-html.ts'
import { tagOf } from '../catalog/products/catalog-changes.ts'
import { type PublicRead, publicRead } from '../catalog/public-reads.ts'
import { findPublished } from './queries.ts'

export const sitePageError = errorsOf(sitePageErrors)

/** Texts whose cleaned form is cached: about 5 MB. */
const CACHED_TEXTS = 25

/** Returns the public read of a page of the marketplace, for the catalog's routes and for pages. */
export function createSitePageRead(): PublicRead {
  const limits = { entries: CACHED_TEXTS, maxLength: MAX_PAGE_BYTES, maxTags: MAX_PAGE_TAGS }
  const clean = createHtmlCleaner('site_pages', limits)
  return publicRead({
    path: '/api/pages/:slug',
    summary: 'A page of the marketplace, such as its terms',
    params: z.object({ slug: slugParamSchema }),
    query: afterChangeSchema.extend({ version: queryInteger(999_999_999).optional() }),
    result: sitePageSchema,
    run: async (db, { params, query }) => {
      const page = await findPublished(db, params.slug, query.version)
      if (!page) throw sitePageError('page_not_found')
      return { value: { ...page, body: await clean(page.body) }, tags: [tagOf.sitePages] }
    },
  })
}
