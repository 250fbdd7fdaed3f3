import { isStringOneByteRepresentation } from 'node:v8'
import type { StaticParts } from '../ui/static-part.tsx'

// V8 stores a string with one byte a character, or two when any character is beyond Latin-1. Rendering a two-byte page takes
// a fifth longer: "product page, uncached" of `npm run bench` in alternating runs, 2026-11-25.

const BEYOND_LATIN_1 = /[\u0100-\u{10ffff}]/gu
/** Letters of other scripts, whose markup stays two-byte; the rest are a few punctuation marks and symbols. */
const LETTERS_BEYOND = /[\u0100-\u1fff\u2c00-\uffff]/

/** Makes markup one-byte by character references, unless it has letters beyond Latin-1. */
export function toOneByte(markup: string): string {
  return isStringOneByteRepresentation(markup) || LETTERS_BEYOND.test(markup) ? markup : withReferences(markup)
}

function withReferences(markup: string): string {
  const narrow = markup.replace(BEYOND_LATIN_1, (character) => `&#${character.codePointAt(0)};`)
  // `replace` returns a two-byte string; the copy is one-byte.
  return Buffer.from(narrow, 'latin1').toString('latin1')
}

interface PageParts extends StaticParts {
  /** Inserts cached parts into the page, and caches the parts rendered with it. */
  complete(html: string): string
}

type Texts = Readonly<Record<string, string>>
interface Shape {
  pieces: string[]
  names: string[]
}

const MARK = /<template data-part="([\da-f-]+) (begin|end|whole) (\d*) ([a-z\d-]+)"><\/template>/g

const PLACEHOLDER = /\/?([\da-f]{8}-[\da-f-]{27})_([A-Za-z]+)_/g

/**
 * Creates the process's cache of static parts; the returned function creates the parts of one page. They are rendered again
 * when `facts`, which all parts may show, are others than for the page before.
 */
export function createStaticParts(): (facts: string) => PageParts {
  const cached = new Map<string, Shape>()
  let factsOfCached: string | undefined
  // Random, as users must not be able to forge a mark.
  const secret = crypto.randomUUID()
  return (facts) => {
    if (facts !== factsOfCached) cached.clear()
    factsOfCached = facts
    const textsOfPage: Texts[] = []
    const indexOf = (texts: Texts) => (textsOfPage.at(-1) === texts ? textsOfPage.length : textsOfPage.push(texts)) - 1
    return {
      has: (name) => cached.has(name),
      mark: (name, kind, texts) => <template data-part={`${secret} ${kind} ${texts ? indexOf(texts) : ''} ${name}`} />,
      placeholders(texts) {
        const entries = Object.entries<string>(texts)
        return Object.fromEntries(
          entries.map(([name, text]) => [name, placeholder(secret, name, text)]),
        ) as typeof texts
      },
      complete(html) {
        const begun = new Map<string, number>()
        let page = ''
        let at = 0
        for (const { 0: mark, 1: key, 2: kind, 3: index, 4: name = '', index: markAt } of html.matchAll(MARK)) {
          if (key !== secret) continue
          page += html.slice(at, markAt)
          at = markAt + mark.length
          if (kind === 'begin') begun.set(name, page.length)
          else {
            if (kind === 'end') {
              const start = begun.get(name) ?? page.length
              cached.set(name, toShape(withReferences(page.slice(start)), secret))
              page = page.slice(0, start)
            }
            page += fillShape(cached.get(name), index ? textsOfPage[Number(index)] : undefined)
          }
        }
        return page + html.slice(at)
      },
    }
  }
}

function placeholder(secret: string, name: string, text: string): string {
  return text && `${text.startsWith('/') ? '/' : ''}${secret}_${name}_`
}

function toShape(markup: string, secret: string): Shape {
  const pieces: string[] = []
  const names: string[] = []
  let at = 0
  for (const { 0: text, 1: key, 2: name = '', index } of markup.matchAll(PLACEHOLDER)) {
    if (key !== secret) continue
    pieces.push(markup.slice(at, index))
    names.push(name)
    at = index + text.length
  }
  return { pieces: [...pieces, markup.slice(at)], names }
}

function fillShape(shape: Shape | undefined, texts: Texts | undefined): string {
  if (!shape) return ''
  const { pieces, names } = shape
  let markup = pieces[0] ?? ''
  for (const [index, name] of names.entries()) markup += escapeText(texts?.[name] ?? '') + pieces[index + 1]
  return markup
}

const ESCAPES: Record<string, string> = { '"': '&quot;', '&': '&amp;', "'": '&#x27;', '<': '&lt;', '>': '&gt;' }
const ESCAPED = /["&'<>]/g

function escapeText(text: string): string {
  return toOneByte(text.replace(ESCAPED, (character) => ESCAPES[character] ?? character))
}
