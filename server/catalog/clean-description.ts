import sanitizeHtml from 'sanitize-html'

/** Deeper elements are left out; their text stays. */
const MAX_NESTING = 50

const OWN_PICTURE = /^\/storage\/v1\/object\/public\/products\/[\w/-]{1,200}$/

/** What these lead to is up to the allowed schemes; an address of our own shop is none of a description's business. */
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
    // The page has the one h1.
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
 * Keeps plain formatting, lists, links to http, https and mailto, and pictures of our own; everything else is shown as
 * the text it is. What comes out goes in again unchanged.
 */
export function cleanDescription(html: string): string {
  return sanitizeHtml(html, allowList)
}
