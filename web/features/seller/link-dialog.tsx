import { type FormEvent, useRef, useState } from 'react'
import { productFormMessages } from '../../../shared/catalog/product-form-messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

interface LinkDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called with a valid address. */
  onLink: (href: string) => void
}

/** A dialog for the address of a link. */
export function LinkDialog({ open, onOpenChange, onLink }: LinkDialogProps) {
  const [error, setError] = useState<string | null>(null)
  const address = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    // React events bubble from the dialog to the product form, although it is elsewhere in the DOM.
    event.stopPropagation()
    const href = linkOf(String(new FormData(event.currentTarget).get('href') ?? ''))
    setError(href ? null : productFormMessages.linkMalformed)
    if (!href) return
    onOpenChange(false)
    onLink(href)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        setError(null)
        onOpenChange(isOpen)
      }}
      title={productFormMessages.addLinkHeading}
      initialFocus={address}
    >
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <TextField
          ref={address}
          label={productFormMessages.linkAddress}
          name="href"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={2000}
          error={error}
        />
        <Button type="submit">{productFormMessages.addLink}</Button>
      </form>
    </Dialog>
  )
}

function linkOf(typed: string): string | null {
  const text = typed.trim()
  const isMail = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)
  const address = isMail ? `mailto:${text}` : /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  if (!text || /\s/.test(text) || !URL.canParse(address)) return null
  const { protocol, hostname } = new URL(address)
  if (protocol === 'mailto:') return address
  return (protocol === 'http:' || protocol === 'https:') && hostname.includes('.') ? address : null
}
