import { Mark, Node } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import {
  ALLOWED_ELEMENTS,
  CELL_SPAN,
  LINK_ADDRESS,
  PARAGRAPH_ELEMENTS,
  PICTURE_ADDRESS,
  REMOVED_ELEMENTS,
  RENAMED_ELEMENTS,
} from '../../../shared/kernel/rich-text-elements.ts'

const Subscript = Mark.create({
  name: 'subscript',
  parseHTML: () => [{ tag: 'sub' }],
  renderHTML: () => ['sub', 0],
})

const Superscript = Mark.create({
  name: 'superscript',
  parseHTML: () => [{ tag: 'sup' }],
  renderHTML: () => ['sup', 0],
})

/** The product's own pictures, which other clients may put into descriptions. */
const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: (image) => PICTURE_ADDRESS.test(image.getAttribute('src') ?? '') && null },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

// Tables as the server allows them, with lines of text in their cells: the editor's own packages have paragraphs in cells and
// no table heads.
const Table = Node.create({
  name: 'table',
  group: 'block',
  content: '(tableHead | tableBody)+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', 0],
})

const tablePart = (name: string, tag: string, content: string) =>
  Node.create({ name, content, isolating: true, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] })

const span = (attribute: string) => ({
  default: null,
  parseHTML: (cell: HTMLElement) =>
    CELL_SPAN.test(cell.getAttribute(attribute) ?? '') ? cell.getAttribute(attribute) : null,
})

const tableCell = (name: string, tag: string) =>
  tablePart(name, tag, 'inline*').extend({
    addAttributes: () => ({ colspan: span('colspan'), rowspan: span('rowspan') }),
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    addKeyboardShortcuts() {
      const breakLine = () => this.editor.isActive(name) && this.editor.commands.setHardBreak()
      return { Enter: breakLine }
    },
  })

/** The formatting that the server allows. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, protocols: ['http', 'https', 'mailto'] },
    codeBlock: { HTMLAttributes: { class: null } },
  }),
  Subscript,
  Superscript,
  Picture,
  Table,
  tablePart('tableHead', 'thead', 'tableRow+'),
  tablePart('tableBody', 'tbody', 'tableRow+'),
  tablePart('tableRow', 'tr', '(tableHeader | tableCell)+'),
  tableCell('tableHeader', 'th'),
  tableCell('tableCell', 'td'),
]

const KNOWN_ELEMENTS = new Set([...ALLOWED_ELEMENTS, 'div', 'span'])
const PARAGRAPHS = new Set(PARAGRAPH_ELEMENTS)

/** Reduces pasted HTML to the elements that the server allows; the editor drops what it does not know and reads `div` as a paragraph. */
export function cleanPasted(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const removed of body.querySelectorAll(REMOVED_ELEMENTS.join())) removed.remove()
  for (const link of body.querySelectorAll('a')) {
    if (!LINK_ADDRESS.test(link.getAttribute('href') ?? '')) link.replaceWith(...link.childNodes)
  }
  for (const element of body.querySelectorAll('*')) {
    const name = element.localName
    const renamed = RENAMED_ELEMENTS[name] ?? (PARAGRAPHS.has(name) ? 'div' : name)
    if (renamed !== name) rename(element, renamed)
    else if (!KNOWN_ELEMENTS.has(name)) element.replaceWith(...element.childNodes)
  }
  return body.innerHTML
}

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name)
  // Attributes carry the editor's own marks and styles.
  for (const { name: attribute, value } of element.attributes) renamed.setAttribute(attribute, value)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}
