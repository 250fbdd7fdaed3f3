import sanitizeHtml from 'sanitize-html'
import {
  ALLOWED_ELEMENTS,
  CELL_SPAN,
  LINK_ADDRESS,
  PARAGRAPH_ELEMENTS,
  PICTURE_ADDRESS,
  REMOVED_ELEMENTS,
  RENAMED_ELEMENTS,
} from '../../../../shared/catalog/description-elements.ts'
import { Cache } from '../../../platform/data/cache.ts'
import { isWithinBounds, textParagraph } from './description-bounds.ts'
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
