import { type ReactNode, useEffect, useRef } from 'react'
import { sceneMessages } from '../../../shared/auth/messages.ts'
import scene from '../../pictures/hero-everything.webp'
import { Page, PageHeading } from '../../ui/page.tsx'

interface AuthenticationFrameProps {
  heading: string
  /** Focuses the heading of a later step for keyboard and screen reader users. */
  takesFocus?: boolean
  children: ReactNode
}

/** The card around each sign-in step, beside a picture on wide screens. It fills the window, so that growing moves nothing. */
export function AuthenticationFrame({ heading, takesFocus = false, children }: AuthenticationFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) frame.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <Page title={heading} heading="own" personal>
      <div ref={frame} className="min-h-dvh">
        <div className="mx-auto max-w-md sm:my-6 sm:overflow-hidden sm:rounded-picture sm:bg-surface lg:grid lg:min-h-160 lg:max-w-5xl lg:grid-cols-2">
          <div className="grid min-w-0 content-start gap-6 sm:p-8 lg:px-12 lg:py-14">
            <PageHeading>{heading}</PageHeading>
            {children}
          </div>
          <Scene />
        </div>
      </div>
    </Page>
  )
}

function Scene() {
  return (
    <div className="on-scene relative bg-[light-dark(#ecdfcd,#6a645c)] max-lg:hidden">
      <div className="grid gap-3 p-12">
        <p className="display text-2xl leading-tight text-balance">{sceneMessages.title}</p>
        <p className="max-w-[22rem] text-lg text-balance text-muted">{sceneMessages.text}</p>
      </div>
      <img
        src={scene}
        alt=""
        width={2400}
        height={1200}
        // Not loaded where it is hidden.
        loading="lazy"
        decoding="async"
        className="dimmed absolute inset-x-0 bottom-0 h-92 w-full mask-t-from-75% object-cover object-right rtl:-scale-x-100"
      />
    </div>
  )
}
