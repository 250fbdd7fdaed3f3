import { progressMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

/** A tracking number with a button to copy it. */
export function TrackingNumber({ number, className = '' }: { number: string; className?: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <span className="sr-only">{progressMessages.trackingNumber}: </span>
      <span className={`min-w-0 font-mono wrap-anywhere ${className}`}>{number}</span>
      <CopyButton text={number} />
    </span>
  )
}

/** A link named by its host, as a seller may have typed the address. */
export function TrackingLink({ url }: { url: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer noopener"
      className="inline-flex min-h-6 items-center font-medium text-brand underline underline-offset-2 wrap-anywhere"
    >
      {progressMessages.trackOn({ host: new URL(url).host })}
    </a>
  )
}
