import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const SITE_NAME = 'Openstall'

interface PageProps {
  /** The one h1, and the document's title. */
  title: string
  /** Keeps the h1 for screen readers only, or replaces what is seen (`heading` is then the content of the h1). */
  heading?: ReactNode
  headingHidden?: boolean
  /** For pages that show one person's things: search engines stay away. */
  personal?: boolean
  /** `narrow` for forms and short texts. */
  width?: 'full' | 'narrow'
  children: ReactNode
}

/** The frame of every page: document title, container, h1. What search engines read beyond that is in `Metadata`. */
export function Page({ title, heading, headingHidden = false, personal = false, width = 'full', children }: PageProps) {
  return (
    <div
      className={classNames('mx-auto w-full px-4 py-6 sm:px-6 sm:py-8', width === 'full' ? 'max-w-7xl' : 'max-w-xl')}
    >
      <title>{title === SITE_NAME ? SITE_NAME : `${title} · ${SITE_NAME}`}</title>
      {personal && <meta name="robots" content="noindex" />}
      <h1
        tabIndex={-1}
        className={headingHidden ? 'sr-only' : 'mb-6 text-2xl font-bold tracking-tight text-balance sm:text-3xl'}
      >
        {heading ?? title}
      </h1>
      {children}
    </div>
  )
}
