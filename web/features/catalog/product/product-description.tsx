import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import { withUnits } from '../../../ui/text.tsx'
import { textOf } from '../metadata.tsx'
import { scrollingTables } from '../section.tsx'

/** A fact of a product, like `Weight`: `1.2 kg`. */
interface Fact {
  name: string
  value: string
}

interface SplitDescription {
  /** Cleaned HTML, without the facts. */
  story: string
  facts: Fact[]
}

const MAX_NAME_LENGTH = 40
// Each match ends at the next element of its kind, for linear time.
const LIST = /<ul>((?:(?!<\/?[uo]l>)[\s\S])*)<\/ul>/g
const PARAGRAPH = /<p>((?:(?!<\/?p>)[\s\S])*)<\/p>/g
const BOLD_START = /^<(b|strong)>([^<>]{1,40})<\/\1>/
const MORE_THAN_TEXT = /<(?:img|a)\b/

/**
 * Returns a cleaned description as a story and the facts in it: lists of which every item is `Name: value`, and, where there
 * are at least two facts in all, paragraphs that begin with `Name:` in bold.
 */
export function splitDescription(html: string): SplitDescription {
  const facts: Fact[] = []
  const take = (found: readonly (Fact | undefined)[], otherwise: string) => {
    const known = found.filter((fact) => fact !== undefined)
    if (known.length < found.length || !known.length) return otherwise
    facts.push(...known)
    return ''
  }
  const story = html
    .replace(LIST, (list, items: string) => take(factsOfList(items), list))
    .replace(PARAGRAPH, (paragraph, inner: string) => take([factOfParagraph(inner)], paragraph))
  // A table needs distinct names.
  const isTable = facts.length > 1 && new Set(facts.map(({ name }) => name)).size === facts.length
  return isTable ? { story, facts } : { story: html, facts: [] }
}

function factsOfList(inner: string): (Fact | undefined)[] {
  const items = inner.trim().split('</li>').slice(0, -1)
  return items.map((item) => (item.trim().startsWith('<li>') ? factOf(item) : undefined))
}

function factOfParagraph(inner: string): Fact | undefined {
  const [start = '', , name = ''] = BOLD_START.exec(inner) ?? []
  const rest = inner.slice(start.length).trim()
  if (!start || !(name.trim().endsWith(':') || rest.startsWith(':'))) return undefined
  return factOf(inner)
}

function factOf(html: string): Fact | undefined {
  if (MORE_THAN_TEXT.test(html)) return undefined
  const text = textOf(html)
  const colon = text.indexOf(':')
  const name = text.slice(0, colon).trim()
  const value = text.slice(colon + 1).trim()
  return colon > 0 && name && name.length <= MAX_NAME_LENGTH && value ? { name, value } : undefined
}

/** The seller's text of a product: the story, and the facts in it as a list of pairs. */
export function ProductDescription({ html }: { html: string }) {
  const { story, facts } = splitDescription(html)
  return (
    <>
      <section aria-labelledby="description">
        <h2 id="description" className="mb-4 display text-lg">
          {catalogMessages.description}
        </h2>
        <div
          className="description fact-tiles max-w-prose"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server when saved and again when sent
          dangerouslySetInnerHTML={{ __html: scrollingTables(story) }}
        />
      </section>
      {facts.length > 0 && (
        <section aria-labelledby="specifications" className="mt-8">
          <h2 id="specifications" className="mb-4 display text-lg">
            {catalogMessages.specifications}
          </h2>
          <dl className="grid max-w-prose grid-cols-[minmax(7rem,auto)_1fr] border-t border-line text-sm">
            {facts.map(({ name, value }) => (
              <div key={name} className="col-span-2 grid grid-cols-subgrid gap-x-6 border-b border-line py-2.5">
                <dt className="font-medium wrap-anywhere">{name}</dt>
                <dd className="min-w-0 text-muted wrap-anywhere">{withUnits(value)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}
