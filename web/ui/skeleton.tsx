import { uiMessages } from '../../shared/kernel/messages.ts'
import { classNames } from './class-names.ts'

/** Reserves the space of content that is loading; needs its size. Hidden from screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames('skeleton block animate-pulse bg-tint-strong motion-reduce:animate-none', className)}
    />
  )
}

/** Announces to screen readers that something is loading; visible when that takes longer than usual. */
export function LoadingNote() {
  return (
    <>
      <p role="status" className="sr-only">
        {uiMessages.loading}
      </p>
      <p aria-live="polite" className="slow-note">
        {uiMessages.slow}
      </p>
    </>
  )
}

/** Explains in browsers without scripts why nothing loads. */
export function NeedsScripts() {
  return (
    <noscript>
      <p className="mb-4">{uiMessages.needsScripts}</p>
    </noscript>
  )
}
