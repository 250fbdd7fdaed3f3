import sanitizeHtml from 'sanitize-html'
import { MAX_DESCRIPTION_DEPTH, MAX_DESCRIPTION_TAGS } from '../../../shared/catalog/constants.ts'
import {
  ALLOWED_ELEMENTS,
  CELL_SPAN,
  LINK_ADDRESS,
  PARAGRAPH_ELEMENTS,
  PICTURE_ADDRESS,
  REMOVED_ELEMENTS,
  RENAMED_ELEMENTS,
} from '../../../shared/kernel/rich-text-elements.ts'
import { Cache } from '../data/cache.ts'
import { withParagraphs } from './with-paragraphs.ts'

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
export function cleanHtml(html: string, maxTags = MAX_DESCRIPTION_TAGS): string {
  if (!isWithinBounds(html, maxTags)) return textParagraph(html)
  return withParagraphs(sanitizeHtml(html, allowList))
}

interface CleanerOptions {
  /** The most results cached. */
  entries: number
  /** Longer texts are cleaned each time. */
  maxLength: number
  maxTags?: number
}

/** Creates a cleaner that caches its results under the name of its texts. */
export function createHtmlCleaner(
  name: string,
  { entries, maxLength, maxTags }: CleanerOptions,
): (html: string) => Promise<string> {
  const cache = new Cache<string>({ name, maxEntries: entries, maxAgeMs: Infinity })
  return async (html) =>
    html.length > maxLength ? cleanHtml(html, maxTags) : cache.get(html, async () => cleanHtml(html, maxTags))
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
export function isWithinBounds(html: string, maxTags = MAX_DESCRIPTION_TAGS): boolean {
  let marks = 0
  for (const _ of html.matchAll(MARK)) if (++marks > maxTags) return false
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
