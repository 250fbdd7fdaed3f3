import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote, type FailureNoteProps } from '../../ui/failure-note.tsx'
import { Link } from '../../ui/link.tsx'

const LOOK = 'inline-flex min-h-10 items-center font-medium text-brand underline-offset-4 hover:underline'

/** A link on its own line in a form. */
export function TextLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} className={LOOK} />
}

/** A button with the look of `TextLink`. */
export function TextButton(props: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type="button" {...props} className={LOOK} />
}

/** The progress of a form; announced when it appears. */
export function StatusNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-xl bg-info-tint px-4 py-3 text-info wrap-anywhere">
      {children}
    </p>
  )
}

interface FactorFormProps extends ComponentProps<'form'> {
  title: string
  failure: FailureNoteProps
  submitText: string
  busy: boolean
  onCancel: () => void
}

/** A step of adding a verification method; it takes the focus from the pressed button. */
export function FactorForm({ title, failure, submitText, busy, onCancel, children, ...form }: FactorFormProps) {
  return (
    <form
      {...form}
      ref={useFocusFirst()}
      aria-label={title}
      className="grid scroll-my-28 gap-4 rounded-xl border border-line p-4"
    >
      {children}
      <FailureNote {...failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {submitText}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {uiMessages.cancel}
        </Button>
      </div>
    </form>
  )
}

/** Returns a ref for a form that replaces a pressed button: it scrolls into view and its first field takes the focus. */
export function useFocusFirst(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // Scrolls to the form, as the QR code above the field must be visible too.
    form.current?.querySelector('input')?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return form
}
