import sanitizeHtml from 'sanitize-html'
import {
  MAX_DESCRIPTION_BYTES,
  MAX_DESCRIPTION_DEPTH,
  MAX_DESCRIPTION_TAGS,
} from '../../../../shared/catalog/constants.ts'
import {
  ALLOWED_ELEMENTS,
  CELL_SPAN,
  LINK_ADDRESS,
  PARAGRAPH_ELEMENTS,
  PICTURE_ADDRESS,
  REMOVED_ELEMENTS,
  RENAMED_ELEMENTS,
} from '../../../../shared/catalog/description-elements.ts'
import { isVisible } from '../../../../shared/kernel/visible.ts'
import { Cache } from '../../../platform/data/cache.ts'
import { productFormError } from '../products/errors.ts'
import { withParagraphs } from './with-paragraphs.ts'

/** About 20 MB of descriptions. */
const MAX_DESCRIPTIONS = 1_000
const MAX_CACHED_LENGTH = 5_000

/** Deeper elements are removed; their text stays. */
const MAX_NESTING = 50

const SPANS = ['colspan', 'rowspan']
const withSpans: sanitizeHtml.Transformer = (tagName, attribs) => ({
  tagName,
  attribs: Object.fromEntries(Object.entries(attribs).filter(([, span]) => CELL_SPAN.test(span))),
})

const allowList: sanitizeHtml.IOptions = {
  // `withParagraphs` replaces the last two.
  allowedTags: [...ALLOWED_ELEMENTS, 'div', 'span'],
  allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt', 'loading'], th: SPANS, td: SPANS },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: REMOVED_ELEMENTS,
  nestingLimit: MAX_NESTING,
  transformTags: {
    ...Object.fromEntries(PARAGRAPH_ELEMENTS.map((tag) => [tag, 'div'])),
    ...RENAMED_ELEMENTS,
    th: withSpans,
    td: withSpans,
    // Google Docs wraps everything that is copied in this element.
    b: (tagName, { style = '' }) => ({
      tagName: /font-weight:\s*normal/i.test(style) ? 'span' : tagName,
      attribs: {},
    }),
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: { ...(LINK_ADDRESS.test(href) && { href }), rel: 'nofollow noopener noreferrer ugc' },
    }),
    img: (tagName, { src, alt }) => ({ tagName, attribs: { ...(src && { src }), alt: alt ?? '', loading: 'lazy' } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !PICTURE_ADDRESS.test(attribs.src ?? ''),
}

/**
 * Returns HTML with plain formatting, lists, simple tables, links to http, https and mailto, and our own pictures.
 * Other elements lose their tags but not their text; scripts, styles, frames and the like are removed with their
 * content. Idempotent. HTML beyond the bounds becomes plain text.
 */
export function cleanDescription(html: string): string {
  if (!isWithinBounds(html)) return textParagraph(html)
  return withParagraphs(sanitizeHtml(html, allowList))
}

/** Creates a cleaner that caches its results. */
export function createDescriptionCleaner(): (html: string) => Promise<string> {
  const cache = new Cache<string>({ name: 'descriptions', maxEntries: MAX_DESCRIPTIONS, maxAgeMs: Infinity })
  return async (html) =>
    html.length > MAX_CACHED_LENGTH ? cleanDescription(html) : cache.get(html, async () => cleanDescription(html))
}

/** Returns a description ready to be stored. Throws AppError 400 for too many tags, no visible text, or too much. */
export function cleanDetails(html: string): string {
  if (!isWithinBounds(html)) throw productFormError('details_too_complex')
  const clean = cleanDescription(html).trim()
  if (!/<(?:img|hr)\b/.test(clean) && !isVisible(clean.replace(/<[^<>]*>/g, '')))
    throw productFormError('details_needed')
  if (Buffer.byteLength(clean) > MAX_DESCRIPTION_BYTES) throw productFormError('details_too_long')
  return clean
}

/** Start of a tag, or a character reference without a semicolon, which is as slow to parse. */
const MARK = /<|&(?!#?[a-z0-9]{1,31};)/gi
const TAG = /<(\/?)([a-z][a-z0-9]*)/gi
/** Void elements, and those whose end tag is optional. */
const UNCLOSED = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'],
  ...['p', 'li', 'dt', 'dd', 'tr', 'td', 'th', 'option'],
])

/** Returns whether HTML has few enough tags, and little enough nesting, to be cleaned in a few milliseconds. */
export function isWithinBounds(html: string): boolean {
  let marks = 0
  for (const _ of html.matchAll(MARK)) if (++marks > MAX_DESCRIPTION_TAGS) return false
  let depth = 0
  for (const [, slash, name = ''] of html.matchAll(TAG)) {
    if (UNCLOSED.has(name.toLowerCase())) continue
    depth = slash ? Math.max(0, depth - 1) : depth + 1
    if (depth > MAX_DESCRIPTION_DEPTH) return false
  }
  return true
}

function textParagraph(html: string): string {
  return `<p>${html
    .replace(/<[^<>]*>/g, ' ')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')}</p>`
}
