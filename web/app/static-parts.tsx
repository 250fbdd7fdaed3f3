import type { StaticParts } from '../ui/static-part.tsx'

interface KeptParts extends StaticParts {
  /** Returns the page with the markup of all parts in it, and keeps that of the parts that were rendered with it. */
  complete(html: string): string
}

const MARK = /<template data-part="([\da-f-]+) (begin|end|whole) ([a-z-]+)"><\/template>/g

/** Creates the parts of the pages that one process renders. */
export function createStaticParts(): KeptParts {
  const kept = new Map<string, string>()
  // Nothing that users write can be a mark.
  const secret = crypto.randomUUID()
  return {
    has: (name) => kept.has(name),
    mark: (name, kind) => <template data-part={`${secret} ${kind} ${name}`} />,
    complete(html) {
      const begun = new Map<string, number>()
      let page = ''
      let at = 0
      for (const { 0: mark, 1: key, 2: kind, 3: name = '', index } of html.matchAll(MARK)) {
        if (key !== secret) continue
        page += html.slice(at, index)
        at = index + mark.length
        if (kind === 'whole') page += kept.get(name)
        else if (kind === 'begin') begun.set(name, page.length)
        else kept.set(name, page.slice(begun.get(name)))
      }
      return page + html.slice(at)
    },
  }
}
