import { Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { Button } from '../button.tsx'
import { useNarrowScreen } from '../hooks.ts'
import { X } from '../icons.tsx'
import { keepFocus } from '../keep-focus.ts'
import { focusHeading } from '../page.tsx'
import { type ListAddress, withParameter } from './list-address.ts'

export interface Details {
  /** The open entry according to the address; null for none. */
  shown: string | null
  /** The number of openings; the panel takes the focus each time. */
  focusRequests: number
  open(id: string): void
  /** The address of the list without the panel. */
  closeHref: string
}

/** Returns the entry that a list shows beside it, the parameter `name` of the address. */
export function useDetails(address: ListAddress, name: string): Details {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [focusRequests, setFocusRequests] = useState(0)
  return {
    shown: query.get(name)?.trim() ?? null,
    focusRequests,
    open(id) {
      setFocusRequests(focusRequests + 1)
      navigate(withParameter(address, name, id), { preventScrollReset: true })
    },
    closeHref: address.here,
  }
}

interface WithDetailsProps {
  details: Details
  /** Returns the details of an entry by its id. */
  panel: (id: string) => ReactNode
  /** Places the details below the list even on wide screens. */
  isBelow?: boolean
  children: ReactNode
}

/** A list with the details of one row: on wide screens beside it, where they stay in view, otherwise below it. */
export function WithDetails({ details: { shown }, panel, isBelow = false, children }: WithDetailsProps) {
  const isOpen = shown !== null
  return (
    <div
      data-beside={(isOpen && !isBelow) || undefined}
      className={
        isOpen
          ? // Below rows that are loading it would move.
            'has-[>div_.skeleton]:*:last:hidden not-has-[>div_.skeleton]:[--rows-height:0] beside:[--rows-height:initial] beside:grid beside:grid-cols-[minmax(0,1fr)_22rem] beside:items-start beside:gap-4'
          : undefined
      }
    >
      <div className="min-w-0">{children}</div>
      {isOpen && <Fragment key={shown}>{panel(shown)}</Fragment>}
    </div>
  )
}

/** Up to this width a list has no details beside it. */
const NARROW_FOR_DETAILS_PX = 1279

/** Returns those of the columns that have space beside the details, while they are shown. */
export function useColumnsBeside<Shown extends { from?: 'lg' | 'xl' }>(
  columns: readonly Shown[],
  details: Details | undefined,
) {
  const isNarrow = useNarrowScreen(NARROW_FOR_DETAILS_PX)
  return typeof details?.shown !== 'string' || isNarrow ? columns : columns.filter(({ from }) => from !== 'xl')
}

interface DetailPanelProps {
  heading: string
  /** Names the button that closes the panel. */
  closeLabel: string
  details: Details
  children: ReactNode
}

/** The details of a row. Its heading takes the focus when it opens, and the row when it closes. */
export function DetailPanel({
  heading,
  closeLabel,
  details: { focusRequests, closeHref },
  children,
}: DetailPanelProps) {
  const navigate = useNavigate()
  const headingId = useId()
  const panel = useRef<HTMLElement>(null)
  const shown = useRef<HTMLHeadingElement>(null)
  // An action may remove its button.
  useEffect(() => keepFocus(panel.current), [])
  useEffect(() => {
    if (focusRequests === 0 || !panel.current) return
    shown.current?.focus({ preventScroll: true })
    // A panel beside the list is always in view.
    const listEnd = panel.current.previousElementSibling?.getBoundingClientRect().bottom ?? 0
    const isBeside = listEnd > panel.current.getBoundingClientRect().top
    shown.current?.scrollIntoView({ block: isBeside ? 'nearest' : 'start' })
  }, [focusRequests])

  function close() {
    const row = panel.current?.parentElement?.querySelector<HTMLElement>('[aria-current="true"]')
    if (row) row.focus()
    else focusHeading()
    navigate(closeHref, { preventScrollReset: true })
  }

  return (
    <section
      ref={panel}
      aria-labelledby={headingId}
      className="mt-8 rounded-picture border border-line bg-surface p-4 sm:p-6 beside:sticky beside:top-20 beside:mt-4 beside:max-h-[calc(100dvh-6rem)] beside:overflow-y-auto beside:overscroll-contain"
    >
      <div className="mb-5 flex items-start justify-between gap-2">
        <h2 ref={shown} id={headingId} tabIndex={-1} className="scroll-mt-4 display text-lg wrap-anywhere outline-none">
          {heading}
        </h2>
        <Button variant="ghost" size="icon" aria-label={closeLabel} className="-my-1.5 shrink-0" onClick={close}>
          <X aria-hidden className="size-5" />
        </Button>
      </div>
      {children}
    </section>
  )
}

/** A list of facts in the details: terms beside their values where the panel is narrow, otherwise above them. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3 beside:grid-cols-1 beside:gap-3">{children}</dl>
}

/** A fact in that list. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  const hasContent = children === 0 || Boolean(children)
  return (
    <div className="min-w-0 beside:grid beside:grid-cols-[7.5rem_minmax(0,1fr)] beside:gap-3">
      <dt className="text-sm font-medium text-muted">{term}</dt>
      <dd className="mt-1 whitespace-pre-line wrap-anywhere beside:mt-0 beside:text-sm">
        {hasContent ? children : '–'}
      </dd>
    </div>
  )
}

interface PanelContentProps<Data> {
  /** The query of the entry, as its hook returns it. */
  result: { data?: Data; error?: unknown; isFetching: boolean; refetch: () => void }
  /** Returns the text for a failure to load the entry. */
  failure: (error: unknown) => string
  children: (data: Data) => ReactNode
}

/**
 * The content of a detail panel, its loading text, or its failure. It stays after a failed reload, as a form may have input.
 */
export function PanelContent<Data>({ result, failure, children }: PanelContentProps<Data>) {
  const { data, error, isFetching, refetch } = result
  return (
    <div className="grid grid-cols-1 gap-6">
      {error !== undefined && (
        <div role="alert" className="grid justify-items-start gap-3">
          <p className="text-danger wrap-anywhere">{failure(error)}</p>
          <Button variant="secondary" busy={isFetching} onClick={refetch}>
            {uiMessages.retry}
          </Button>
        </div>
      )}
      {data !== undefined && <div>{children(data)}</div>}
      {data === undefined && error === undefined && (
        <p role="status" className="min-h-96 text-muted">
          {listMessages.loading}
        </p>
      )}
    </div>
  )
}
