import { createContext, type ReactNode, use } from 'react'

/** The markup of parts that has been rendered; see `web/app/static-parts.ts`. */
export interface StaticParts {
  has(name: string): boolean
  /** Returns what stands where a part begins or ends, or in place of a part that `has` knows. */
  mark(name: string, kind: 'begin' | 'end' | 'whole'): ReactNode
}

/** On the server: the parts that need not be rendered again. */
export const StaticPartsContext = createContext<StaticParts | null>(null)

interface StaticPartProps {
  /** Names the part: what has the same name looks the same. Undefined for a part that is to be rendered each time. */
  name: string | undefined
  children: ReactNode
}

/**
 * A part that looks the same on every page until the browser takes it over: the server renders it once. It must not depend
 * on the address, the data of the page or its state, and must not add to the head.
 */
export function StaticPart({ name, children }: StaticPartProps) {
  const parts = use(StaticPartsContext)
  if (!parts || name === undefined) return inTheMiddle(null, children, null)
  if (parts.has(name)) return parts.mark(name, 'whole')
  return inTheMiddle(parts.mark(name, 'begin'), children, parts.mark(name, 'end'))
}

/** Returns the children at the same place in the tree, whatever stands around them: their ids are made from it. */
function inTheMiddle(before: ReactNode, children: ReactNode, after: ReactNode) {
  return (
    <>
      {before}
      {children}
      {after}
    </>
  )
}
