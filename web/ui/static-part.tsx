import { createContext, type ReactNode, use } from 'react'

type Texts<Name extends string = string> = Readonly<Record<Name, string>>

/** The markup of parts that has been rendered; see `web/app/static-parts.tsx`. */
export interface StaticParts {
  has(name: string): boolean
  /** Returns what stands where a part begins or ends, or in place of a part that `has` knows; a shape gets its texts. */
  mark(name: string, kind: 'begin' | 'end' | 'whole', texts?: Texts): ReactNode
  /** Returns texts that stand for these while their shape is rendered. */
  placeholders<Name extends string>(texts: Texts<Name>): Texts<Name>
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
  const parts = import.meta.env.SSR ? use(StaticPartsContext) : null
  if (!parts || name === undefined) return inTheMiddle(null, children, null)
  if (parts.has(name)) return parts.mark(name, 'whole')
  return inTheMiddle(parts.mark(name, 'begin'), children, parts.mark(name, 'end'))
}

interface ShapedPartProps<Name extends string> {
  /** Names the shape; undefined as above. */
  name: string | undefined
  texts: Texts<Name>
  children: (texts: Texts<Name>) => ReactNode
}

/**
 * A part like others of its shape but for its texts: the server renders each shape once and fills in the texts. They must
 * stand as they are in the content of elements and in attributes, and decide nothing else, except that one is empty or
 * begins like a path. Apart from that it is a `StaticPart`.
 */
export function ShapedPart<Name extends string>({ name, texts, children }: ShapedPartProps<Name>) {
  const parts = import.meta.env.SSR ? use(StaticPartsContext) : null
  if (!parts || name === undefined) return inTheMiddle(null, children(texts), null)
  const shape = `${name}-${Object.values<string>(texts).map(kindOf).join('')}`
  if (parts.has(shape)) return parts.mark(shape, 'whole', texts)
  return inTheMiddle(
    parts.mark(shape, 'begin', texts),
    children(parts.placeholders(texts)),
    parts.mark(shape, 'end', texts),
  )
}

function kindOf(text: string): string {
  if (text === '') return 'e'
  return text.startsWith('/') ? 'p' : 't'
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
