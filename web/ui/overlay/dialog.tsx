import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { classNames } from '../class-names.ts'
import { X } from '../icons.tsx'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  /** `side` and `bottom`: a panel sliding in from the inline start or the lower edge; `center`: a box. */
  place?: keyof typeof PLACES
  /** Takes the focus when the dialog opens; by default the first focusable element does. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

const PLACES = {
  center:
    'inset-0 m-auto h-fit w-[min(28rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)] rounded-picture data-ending-style:opacity-0 data-starting-style:opacity-0',
  bottom:
    'inset-x-0 bottom-0 max-h-[85dvh] rounded-t-picture pb-[calc(1.25rem+env(safe-area-inset-bottom))] data-ending-style:translate-y-full data-starting-style:translate-y-full',
  side: 'inset-y-0 start-0 w-[min(20rem,85vw)] rounded-e-picture data-ending-style:-translate-x-full data-starting-style:-translate-x-full rtl:data-ending-style:translate-x-full rtl:data-starting-style:translate-x-full',
} as const

/** A modal dialog: the focus stays inside, Escape and a press outside close it, and the focus returns to the opener. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  place = 'center',
  initialFocus,
  children,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/45 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          initialFocus={initialFocus}
          className={classNames(
            'fixed z-50 scroll-pb-24 overflow-y-auto border border-line bg-surface p-5 text-ink transition-[translate,opacity]',
            PLACES[place],
          )}
        >
          <div className="mb-4 flex items-center justify-between gap-4">
            <Base.Title className="min-w-0 display text-lg text-balance wrap-anywhere">{title}</Base.Title>
            <Base.Close
              aria-label={uiMessages.close}
              className="inline-grid size-10 shrink-0 place-items-center rounded-field hover:bg-tint"
            >
              <X aria-hidden className="size-5" />
            </Base.Close>
          </div>
          {description && <Base.Description className="mb-4 text-muted wrap-anywhere">{description}</Base.Description>}
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
