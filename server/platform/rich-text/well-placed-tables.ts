/** Text, or an element with at most 50 ancestors. */
export type Node = string | Element

export interface Element {
  name: string
  openTag: string
  children: Node[]
  /** True when it contains a block element. */
  hasBlock: boolean
}

const PARENTS: Readonly<Record<string, readonly string[]>> = {
  thead: ['table'],
  tbody: ['table'],
  tr: ['table', 'thead', 'tbody'],
  th: ['tr'],
  td: ['tr'],
}
const isCell = (name: string) => name === 'th' || name === 'td'
/** Elements that become lines in a cell. */
const LINES = new Set([
  ...['p', 'h2', 'h3', 'h4', 'pre', 'blockquote', 'ul', 'ol', 'li', 'hr', 'table'],
  ...Object.keys(PARENTS),
])
/** Elements that cannot contain a table: it becomes paragraphs. */
const WITHOUT_TABLES = new Set(['p', 'h2', 'h3', 'h4', 'pre', 'a'])

/**
 * Returns the nodes with well-formed tables, whose rows have only cells and whose cells have only lines. Other content
 * of a table moves before it, a table in a cell or line becomes lines, and table parts outside a table become
 * paragraphs.
 */
export function wellPlacedTables(nodes: readonly Node[], parent = ''): Node[] {
  return nodes.flatMap((node) => placed(node, parent))
}

function placed(node: Node, parent: string): Node[] {
  if (typeof node === 'string') return [node]
  if (node.name === 'table' && parent !== WITHOUT) return tableOf(node)
  const isLoose = node.name in PARENTS || node.name === 'table'
  const element = isLoose ? asDiv(node) : node
  const inner = parent === WITHOUT || WITHOUT_TABLES.has(element.name) ? WITHOUT : ''
  return [{ ...element, children: wellPlacedTables(element.children, inner) }]
}

const WITHOUT = 'line'

function tableOf(table: Element): Node[] {
  const before: Node[] = []
  const rows = (part: Element): Element => {
    const children: Node[] = []
    for (const node of part.children) {
      if (typeof node === 'object' && PARENTS[node.name]?.includes(part.name)) {
        const cleaned = isCell(node.name) ? cellOf(node) : rows(node)
        if (isCell(node.name) || cleaned.children.length) children.push(cleaned)
      } else if (typeof node === 'object' || node.trim()) before.push(...wellPlacedTables([node]))
    }
    return { ...part, children }
  }
  const cleaned = rows(table)
  return cleaned.children.length ? [...before, cleaned] : before
}

function cellOf(cell: Element): Element {
  return { ...cell, children: cell.children.map(lines) }
}

function lines(node: Node): Node {
  if (typeof node === 'string') return node
  return { ...(LINES.has(node.name) ? asDiv(node) : node), children: node.children.map(lines) }
}

function asDiv(element: Element): Element {
  return { ...element, name: 'div', openTag: '<div>' }
}
