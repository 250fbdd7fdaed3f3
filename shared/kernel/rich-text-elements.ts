/** Elements allowed in a formatted text; others lose their tag or are removed. */
export const ALLOWED_ELEMENTS = [
  ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'blockquote', 'pre', 'code'],
  ...['ul', 'ol', 'li', 'b', 'strong', 'i', 'em', 'u', 's', 'sub', 'sup', 'a', 'img'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
]

/** Replacements: the page has its own h1, and three levels of headings are enough. */
export const RENAMED_ELEMENTS: Readonly<Record<string, string>> = {
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  del: 's',
  strike: 's',
  tfoot: 'tbody',
  dir: 'ul',
  menu: 'ul',
}

/** Elements that become paragraphs, so that their texts do not run together. */
export const PARAGRAPH_ELEMENTS = [
  ...['html', 'body', 'div', 'section', 'article', 'aside', 'header', 'footer', 'main', 'nav', 'address', 'hgroup'],
  ...['figure', 'figcaption', 'details', 'summary', 'dialog', 'center', 'form', 'fieldset', 'legend', 'option'],
  ...['caption', 'dl', 'dt', 'dd'],
]

export const REMOVED_ELEMENTS = [
  ...['script', 'style', 'head', 'title', 'template', 'noscript'],
  ...['iframe', 'object', 'embed', 'applet', 'frameset', 'frame', 'noframes', 'noembed'],
  ...['svg', 'math', 'canvas', 'audio', 'video', 'xmp', 'plaintext'],
]

/** Columns or rows that a table cell may span. */
export const CELL_SPAN = /^(?:[2-9]|1\d|20)$/

/** Links may not lead to the shop itself. */
export const LINK_ADDRESS = /^(?:https?:\/\/|mailto:)/i

export const PICTURE_ADDRESS = /^\/storage\/v1\/object\/public\/products\/[\w/-]{1,200}$/
