import { type Element, type Node, wellPlacedTables } from './well-placed-tables.ts'

/** Sanitised attribute values contain no `>`, so that it always ends a tag. */
const TOKEN = /<(\/?)([a-z0-9]+)[^<>]*>|[^<]+/g

const VOID = new Set(['br', 'hr', 'img'])
/** Blocks of text, without paragraphs inside. */
const TEXT_BLOCKS = new Set(['p', 'h2', 'h3', 'h4', 'pre', 'th', 'td'])
/** Contain only table parts. */
const TABLE_PARTS = new Set(['table', 'thead', 'tbody', 'tr'])
const BLOCKS = new Set([...TEXT_BLOCKS, ...TABLE_PARTS, 'div', 'hr', 'blockquote', 'ul', 'ol', 'li'])

/** Returns HTML in paragraphs and well-placed tables, without `div` and `span`; other HTML as it is. */
export function withParagraphs(html: string): string {
  if (!/<(?:div|span|t[a-z]+)\b/.test(html)) return html
  return paragraphs(wellPlacedTables(parse(html)), true)
}

function parse(html: string): Node[] {
  const root: Element = { name: '', openTag: '', children: [], hasBlock: false }
  const open = [root]
  for (const [token, slash, name] of html.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root
    if (name === undefined) parent.children.push(token)
    else if (slash) open.pop()
    else {
      const element = { name, openTag: token, children: [], hasBlock: false }
      if (BLOCKS.has(name)) for (const ancestor of open) ancestor.hasBlock = true
      parent.children.push(element)
      if (!VOID.has(name)) open.push(element)
    }
  }
  return root.children
}

function paragraphs(nodes: readonly Node[], loose: boolean): string {
  let html = ''
  let line = ''
  const endLine = () => {
    html += loose && isShown(line) ? `<p>${line}</p>` : line
    line = ''
  }
  for (const node of nodes) {
    if (!isBlock(node)) {
      line += lineOf(node)
      continue
    }
    endLine()
    html += blockOf(node, loose)
  }
  endLine()
  return html
}

function blockOf({ name, openTag, children, hasBlock }: Element, loose: boolean): string {
  if (name === 'div') return paragraphs(children, true)
  if (name === 'span') return paragraphs(children, loose)
  if (VOID.has(name)) return openTag
  if (TABLE_PARTS.has(name))
    return `${openTag}${children.map((part) => blockOf(part as Element, false)).join('')}</${name}>`
  if (TEXT_BLOCKS.has(name) || !hasBlock) return `${openTag}${linesOf(children, name)}</${name}>`
  // Otherwise the element formats whole paragraphs.
  const isContainer = BLOCKS.has(name)
  return `${openTag}${paragraphs(children, loose && !isContainer)}</${name}>`
}

/** Joins the paragraphs in a text block as lines. */
function linesOf(nodes: readonly Node[], name: string): string {
  const lineBreak = name === 'pre' ? '\n' : '<br />'
  const isDiv = (node: Node | undefined) => typeof node === 'object' && node.name === 'div'
  const parts = nodes.map((node, index) => {
    const html = typeof node === 'object' && isDiv(node) ? linesOf(node.children, name) : lineOf(node)
    const next = nodes[index + 1]
    return next !== undefined && (isDiv(node) || isDiv(next)) ? html + lineBreak : html
  })
  return parts.join('')
}

function lineOf(node: Node): string {
  if (typeof node === 'string') return node
  const { name, openTag, children } = node
  if (VOID.has(name)) return openTag
  const inner = linesOf(children, name)
  return name === 'span' ? inner : `${openTag}${inner}</${name}>`
}

function isBlock(node: Node): node is Element {
  return typeof node === 'object' && (node.hasBlock || BLOCKS.has(node.name))
}

function isShown(line: string): boolean {
  return /<img\b/.test(line) || line.replace(/<[^<>]*>/g, '').trim() !== ''
}
