import { MAX_DESCRIPTION_DEPTH, MAX_DESCRIPTION_TAGS } from '../../../../shared/catalog/constants.ts'

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

export function textParagraph(html: string): string {
  return `<p>${html
    .replace(/<[^<>]*>/g, ' ')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')}</p>`
}
