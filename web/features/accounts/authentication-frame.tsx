import { type ReactNode, useEffect, useRef } from 'react'
import { Page, PageHeading } from '../../ui/page.tsx'

interface AuthenticationFrameProps {
  heading: string
  /** For later steps: the heading takes the focus, so that keyboard and screen reader users continue there. */
  takesFocus?: boolean
  children: ReactNode
}

/** The card around each sign-in step. It fills the window, so that nothing moves when it grows. */
export function AuthenticationFrame({ heading, takesFocus = false, children }: AuthenticationFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) frame.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <Page title={heading} heading="own" personal width="narrow">
      <div ref={frame} className="min-h-dvh">
        <div className="mx-auto grid max-w-md gap-6 sm:my-6 sm:rounded-3xl sm:border sm:border-line sm:bg-surface sm:p-8">
          <PageHeading>{heading}</PageHeading>
          {children}
        </div>
      </div>
    </Page>
  )
}
