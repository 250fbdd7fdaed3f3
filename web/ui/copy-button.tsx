import { useEffect, useState } from 'react'
import { copyMessages } from '../../shared/kernel/copy-messages.ts'
import { Copy } from './area-icons.ts'
import { Check } from './icons.tsx'
import { showError } from './overlay/toasts.tsx'

const CONFIRMED_MS = 2000

/** Copies a text, and says so for two seconds. */
export function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      showError(copyMessages.failed)
    }
  }

  return (
    <>
      <button
        type="button"
        aria-label={copyMessages.copyId({ id: text })}
        title={copyMessages.copy}
        onClick={copy}
        className="inline-grid size-6 shrink-0 place-items-center rounded-field text-muted hover:bg-tint-strong hover:text-ink print:hidden"
      >
        {copied ? <Check aria-hidden className="size-3.5 text-good" /> : <Copy aria-hidden className="size-3.5" />}
      </button>
      <span role="status" className="sr-only">
        {copied && copyMessages.copied}
      </span>
    </>
  )
}

/** A long id: its first characters are visible, screen readers read all of it, and a button copies it. */
export function ShortId({ id }: { id: string }) {
  return (
    <span className="inline-flex items-center gap-0.5 align-middle">
      <span
        title={id}
        dir="ltr"
        className="inline-block w-[9.5ch] md:max-xl:w-[6.5ch] overflow-hidden font-mono text-xs text-ellipsis whitespace-nowrap"
      >
        {id}
      </span>
      <CopyButton text={id} />
    </span>
  )
}
