import sanitizeHtml from 'sanitize-html'
import { createCache } from '../data/cache.ts'

/** At most about 20 MB of descriptions. */
const MAX_DESCRIPTIONS = 1_000
const MAX_CACHED_LENGTH = 5_000

/** Deeper elements are left out; their text stays. */
const MAX_NESTING = 50

const OWN_PICTURE = /^\/storage\/v1\/object\/public\/products\/[\w/-]{1,200}$/

/** The allowed schemes decide about these; a description must not link to addresses of the shop itself. */
const OUTSIDE_ADDRESS = /^(?:https?:\/\/|mailto:)/i

const allowList: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code'],
    ...['ul', 'ol', 'li', 'b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'a', 'img'],
  ],
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt', 'loading'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'escape',
  nestingLimit: MAX_NESTING,
  transformTags: {
    // The page has its own h1.
    h1: 'h2',
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: { ...(OUTSIDE_ADDRESS.test(href) && { href }), rel: 'nofollow noopener noreferrer ugc' },
    }),
    img: (tagName, { src, alt }) => ({ tagName, attribs: { ...(src && { src }), alt: alt ?? '', loading: 'lazy' } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !OWN_PICTURE.test(attribs.src ?? ''),
}

/**
 * Returns HTML with plain formatting, lists, links to http, https and mailto, and our own pictures; everything else is
 * escaped. Cleaning the result again changes nothing.
 */
export function cleanDescription(html: string): string {
  return sanitizeHtml(html, allowList)
}

/** Creates a function that cleans descriptions and caches the results: the same text always gives the same. */
export function createDescriptionCleaner(): (html: string) => Promise<string> {
  const cache = createCache<string>({ name: 'descriptions', maxEntries: MAX_DESCRIPTIONS, maxAgeMs: Infinity })
  return async (html) =>
    html.length > MAX_CACHED_LENGTH ? cleanDescription(html) : cache.get(html, async () => cleanDescription(html))
}
