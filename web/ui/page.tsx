import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { shopName } from '../../shared/app/name.ts'
import { isolated } from '../../shared/kernel/locale.ts'
import { classNames } from './class-names.ts'

const WIDTHS = {
  full: 'max-w-page',
  wide: 'max-w-4xl lg:max-w-6xl',
  medium: 'max-w-4xl lg:max-w-5xl',
  narrow: 'max-w-xl lg:max-w-2xl',
}

export type PageWidth = keyof typeof WIDTHS

interface PageProps {
  /** The title of the document and text of its only h1. */
  title: string
  /** `hidden`: the h1 is for screen readers only; `own`: the page shows its `PageHeading` itself. */
  heading?: 'shown' | 'hidden' | 'own'
  /** For pages that show one user's data: search engines must not index them. */
  personal?: boolean
  /** `wide` for two columns of cards, `medium` for one, `narrow` for forms and short texts. */
  width?: PageWidth
  children: ReactNode
}

/** The frame of every page: document title, container and h1. */
export function Page({ title, heading = 'shown', personal = false, width = 'full', children }: PageProps) {
  return (
    <div
      className={classNames(
        'mx-auto w-full px-4 py-6 sm:py-8 lg:px-(--gutter,3rem) print:max-w-none print:px-0',
        WIDTHS[width],
      )}
    >
      <title>{title === shopName() ? shopName() : `${isolated(title)} · ${shopName()}`}</title>
      {personal && <meta name="robots" content="noindex" />}
      {heading !== 'own' && (
        <PageHeading className={heading === 'hidden' ? 'sr-only' : 'mb-6 min-h-9 content-center'}>{title}</PageHeading>
      )}
      {children}
    </div>
  )
}

/**
 * The h1; it takes the focus after a navigation, so that screen readers start there, and passes it on to the heading that
 * replaces it, e.g. when the page replaces its skeleton.
 */
export function PageHeading({ className, children }: { className?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const shown = heading.current
    return () => {
      if (document.activeElement !== shown) return
      // React has inserted the replacing heading once the whole commit is applied.
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusHeading()
      })
    }
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={classNames('display title text-balance wrap-anywhere', className)}>
      {children}
    </h1>
  )
}

/** Moves the focus to the page's heading, as after a navigation, when the focused element was removed. */
export function focusHeading(): void {
  headingOfPage()?.focus({ preventScroll: true })
}

/** Returns the page's heading; on a page without one, its content. */
export function headingOfPage(): HTMLElement | null {
  return document.querySelector<HTMLElement>('#main h1') ?? document.getElementById('main')
}

/** For a `ref`: an element that is removed while the focus is in it passes the focus to the page's heading. */
export function passFocusOn(element: HTMLElement | null): () => void {
  return () => {
    if (element?.contains(document.activeElement)) focusHeading()
  }
}
