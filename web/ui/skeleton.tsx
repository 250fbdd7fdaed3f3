import { classNames } from './class-names.ts'

/** Holds the place of something that is loading; give it that thing's size. Not spoken. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames('skeleton block animate-pulse bg-tint-strong motion-reduce:animate-none', className)}
    />
  )
}

/** Says to screen readers that something is loading. */
export function LoadingNote({ text = 'Loading…' }: { text?: string }) {
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}

/** Tells browsers that run no scripts why nothing comes. */
export function NeedsScripts() {
  return (
    <noscript>
      <p className="mb-4">This page needs JavaScript.</p>
    </noscript>
  )
}
