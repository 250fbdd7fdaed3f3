import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names.ts'

const SITE_NAME = 'Openstall'

interface PageProps {
  /** The document's title, and the page's one h1. */
  title: string
  /** `hidden`: the h1 is for screen readers only; `own`: the page shows its `PageHeading` itself. */
  heading?: 'shown' | 'hidden' | 'own'
  /** For pages that show one person's things: search engines stay away. */
  personal?: boolean
  /** `narrow` for forms and short texts. */
  width?: 'full' | 'narrow'
  children: ReactNode
}

/** The frame of every page: document title, container and h1. */
export function Page({ title, heading = 'shown', personal = false, width = 'full', children }: PageProps) {
  return (
    <div
      className={classNames('mx-auto w-full px-4 py-6 sm:px-6 sm:py-8', width === 'full' ? 'max-w-7xl' : 'max-w-xl')}
    >
      <title>{title === SITE_NAME ? SITE_NAME : `${title} · ${SITE_NAME}`}</title>
      {personal && <meta name="robots" content="noindex" />}
      {heading !== 'own' && <PageHeading className={heading === 'hidden' ? 'sr-only' : 'mb-6'}>{title}</PageHeading>}
      {children}
    </div>
  )
}

/** Whether a heading that had the focus leaves in the change that is being made. */
let focusIsFree = false

/**
 * The h1; it takes focus after a navigation, so that screen readers start there, and hands it on to the one that takes its
 * place, as when a page that was waited for has come.
 */
export function PageHeading({ className, children }: { className?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const shown = heading.current
    if (focusIsFree) shown?.focus({ preventScroll: true })
    return () => {
      if (document.activeElement !== shown) return
      focusIsFree = true
      queueMicrotask(() => {
        focusIsFree = false
      })
    }
  }, [])
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={classNames('text-2xl font-bold tracking-tight text-balance wrap-anywhere sm:text-3xl', className)}
    >
      {children}
    </h1>
  )
}

/** Moves the focus to the page's heading, as after a navigation, when what had it is gone. */
export function focusHeading(): void {
  const target = document.querySelector<HTMLElement>('#main h1') ?? document.getElementById('main')
  target?.focus({ preventScroll: true })
}

/** As a `ref`: what goes away with the focus in it hands the focus to the page's heading. */
export function passFocusOn(element: HTMLElement | null): () => void {
  return () => {
    if (element?.contains(document.activeElement)) focusHeading()
  }
}
