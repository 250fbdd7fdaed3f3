import { textOf } from './metadata.tsx'

/** A fact of a product, like `Weight`: `1.2 kg`. */
interface Fact {
  name: string
  value: string
}

interface SplitDescription {
  /** Cleaned HTML, without what became facts. */
  story: string
  facts: Fact[]
}

const MAX_NAME_LENGTH = 40
const LIST = /<ul>((?:\s*<li>(?:(?!<\/?(?:ul|ol|li|img|a)\b)[\s\S])*<\/li>)+)\s*<\/ul>/g
const ITEM = /<li>([\s\S]*?)<\/li>/g
/** A paragraph that begins with a name in bold. */
const PARAGRAPH = /<p><(b|strong)>([^<>:]{1,40}):?\s*<\/\1>:?\s*((?:(?!<\/?(?:p|img|a)\b)[\s\S])+)<\/p>/g
const COLON = /<\/?(?:b|strong)>\s*:|:\s*<\/(?:b|strong)>/

/**
 * Returns a cleaned description as a story and the facts in it: lists of which every item is `Name: value`, and, where there
 * are at least two facts in all, paragraphs that begin with `Name:` in bold.
 */
export function splitDescription(html: string): SplitDescription {
  const facts: Fact[] = []
  const withoutLists = html.replace(LIST, (list, items: string) => {
    const found = [...items.matchAll(ITEM)].map(([, item = '']) => factOf(textOf(item)))
    if (found.length < 2 || found.some((fact) => fact === undefined)) return list
    facts.push(...found.filter((fact) => fact !== undefined))
    return ''
  })
  const ofParagraphs: Fact[] = []
  const story = withoutLists.replace(PARAGRAPH, (paragraph, _tag, name: string, value: string) => {
    const fact = COLON.test(paragraph) ? factOf(`${textOf(name)}: ${textOf(value)}`) : undefined
    if (!fact) return paragraph
    ofParagraphs.push(fact)
    return ''
  })
  if (facts.length + ofParagraphs.length < 2) return { story: html, facts: [] }
  const all = [...facts, ...ofParagraphs]
  // Two facts of one name are no table.
  if (new Set(all.map(({ name }) => name)).size < all.length) return { story: html, facts: [] }
  return { story, facts: all }
}

function factOf(text: string): Fact | undefined {
  const colon = text.indexOf(':')
  const name = text.slice(0, colon).trim()
  const value = text.slice(colon + 1).trim()
  return colon > 0 && name && name.length <= MAX_NAME_LENGTH && value ? { name, value } : undefined
}
