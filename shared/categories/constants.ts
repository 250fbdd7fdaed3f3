import { ALL_CATEGORIES_SLUG } from '../catalog/categories.ts'
import { RESERVED_SLUGS } from '../site-pages/limits.ts'

export const MAX_CATEGORIES = 40
export const MAX_CATEGORY_SLUG_LENGTH = 40
/** Addresses and programs may use a former name or slug for so long. */
export const FORMER_CATEGORY_DAYS = 90

export const CATEGORY_SLUG_PATTERN = /^[a-z0-9-]{1,40}$/
/** Slugs that would be taken for other addresses of the site, and the one that PostgreSQL quotes in texts of arrays. */
export const RESERVED_CATEGORY_SLUGS: readonly string[] = [ALL_CATEGORIES_SLUG, 'null', ...RESERVED_SLUGS]
