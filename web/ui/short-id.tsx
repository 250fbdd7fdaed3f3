import { useEffect, useState } from 'react'
import { uiMessages } from '../../shared/kernel/messages.ts'
import { Check, Copy } from './icons.tsx'

const CONFIRMED_MS = 2000

/** An id of many characters: its first ones are visible, the rest is read by screen readers, and a button copies all of it. */
export function ShortId({ id }: { id: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    await navigator.clipboard.writeText(id)
    setCopied(true)
  }

  return (
    <span className="inline-flex items-center gap-0.5 align-middle">
      <span
        title={id}
        className="inline-block w-[9.5ch] overflow-hidden font-mono text-xs text-ellipsis whitespace-nowrap"
      >
        {id}
      </span>
      <button
        type="button"
        aria-label={uiMessages.copyId(id)}
        title={uiMessages.copy}
        onClick={copy}
        className="inline-grid size-6 shrink-0 place-items-center rounded-lg text-muted hover:bg-tint hover:text-ink"
      >
        {copied ? <Check aria-hidden className="size-3.5 text-good" /> : <Copy aria-hidden className="size-3.5" />}
      </button>
      <span role="status" className="sr-only">
        {copied && uiMessages.copied}
      </span>
    </span>
  )
}
