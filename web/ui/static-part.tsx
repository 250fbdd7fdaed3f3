import { createContext, type ReactNode, use } from 'react'

type Texts<Name extends string = string> = Readonly<Record<Name, string>>

/** The cached markup of static parts; see `web/app/static-parts.tsx`. */
export interface StaticParts {
  has(name: string): boolean
  /** Returns the mark of a part's beginning or end, or of a cached part as a whole; a shape gets its texts. */
  mark(name: string, kind: 'begin' | 'end' | 'whole', texts?: Texts): ReactNode
  /** Returns placeholders for these texts while their shape is rendered. */
  placeholders<Name extends string>(texts: Texts<Name>): Texts<Name>
}

/** For the server: the cached parts. */
export const StaticPartsContext = createContext<StaticParts | null>(null)

interface StaticPartProps {
  /** Parts with the same name have the same markup. Undefined for a part that is rendered every time. */
  name: string | undefined
  children: ReactNode
}

/**
 * A part whose markup is the same on every page until hydration, so that the server renders it once. It must not depend on the
 * address, the data of the page or its state, and must not add to the head.
 */
export function StaticPart({ name, children }: StaticPartProps) {
  const parts = import.meta.env.SSR ? use(StaticPartsContext) : null
  if (!parts || name === undefined) return atFixedPlace(null, children, null)
  if (parts.has(name)) return parts.mark(name, 'whole')
  return atFixedPlace(parts.mark(name, 'begin'), children, parts.mark(name, 'end'))
}

interface ShapedPartProps<Name extends string> {
  /** Names the shape; undefined as above. */
  name: string | undefined
  texts: Texts<Name>
  children: (texts: Texts<Name>) => ReactNode
}

/**
 * A `StaticPart` that differs from others of its shape only in its texts: the server renders each shape once and fills in the
 * texts. Use them only as content and attributes; nothing may depend on them except whether one is empty or begins like a path.
 */
export function ShapedPart<Name extends string>({ name, texts, children }: ShapedPartProps<Name>) {
  const parts = import.meta.env.SSR ? use(StaticPartsContext) : null
  if (!parts || name === undefined) return atFixedPlace(null, children(texts), null)
  const shape = `${name}-${Object.values<string>(texts).map(kindOf).join('')}`
  if (parts.has(shape)) return parts.mark(shape, 'whole', texts)
  return atFixedPlace(
    parts.mark(shape, 'begin', texts),
    children(parts.placeholders(texts)),
    parts.mark(shape, 'end', texts),
  )
}

function kindOf(text: string): string {
  if (text === '') return 'e'
  return text.startsWith('/') ? 'p' : 't'
}

/** Returns the children at a fixed place in the tree, as React derives ids from the place. */
function atFixedPlace(before: ReactNode, children: ReactNode, after: ReactNode) {
  return (
    <>
      {before}
      {children}
      {after}
    </>
  )
}
