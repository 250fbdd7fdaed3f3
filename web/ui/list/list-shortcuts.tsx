import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { Keyboard } from '../area-icons.ts'
import { Button } from '../button.tsx'
import { Checkbox } from '../form/fields.tsx'
import { Dialog } from '../overlay/dialog.tsx'

/** Marks a row that the arrow keys move to. */
export const rowMark = { 'data-list-row': '' } as const

/** Returns the mark of a row whose name is passed to the keys of its list. */
export const namedRow = (name: string) => ({ 'data-list-row': name })

/** A shortcut of one list, besides those of all lists. */
export interface RowKey {
  key: string
  text: string
  /** Called with the name of the focused row; undefined when none has the focus. */
  press: (name: string | undefined) => void
}

const ROWS = '[data-list-row]'
/** Local storage key: whether shortcuts are on in this browser. */
const STORED = 'listShortcuts'
const OFF = 'off'

const SHORTCUTS = [
  ['/', listMessages.shortcutSearch],
  ['j', listMessages.shortcutNext],
  ['k', listMessages.shortcutPrevious],
  [listMessages.enterKey, listMessages.shortcutOpen],
  ['?', listMessages.shortcutHelp],
] as const

/** The shortcuts of a list: its search, its rows, and a button for the dialog that lists them and turns them off. */
export function ListShortcuts({ list, keys = [] }: { list: RefObject<HTMLElement | null>; keys?: readonly RowKey[] }) {
  const [open, setOpen] = useState(false)
  const [on, setOn] = useState(areEnabled)

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!on || open || isForOtherElement(event)) return
    const own = keys.find(({ key }) => key === event.key)
    const done = own
      ? () => own.press(focusedRow(list.current))
      : {
          '/': focusSearch,
          j: () => moveToRow(list.current, 1),
          k: () => moveToRow(list.current, -1),
          '?': () => setOpen(true),
        }[event.key]
    if (!done) return
    event.preventDefault()
    done()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  function turn(isOn: boolean) {
    setOn(isOn)
    storeChoice(isOn)
  }

  return (
    <>
      <Button
        variant="ghost"
        size="small"
        className="text-muted max-sm:hidden"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Keyboard aria-hidden className="size-4.5" /> {listMessages.shortcuts}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={listMessages.shortcuts}>
        <dl className="grid gap-2">
          {[...SHORTCUTS, ...keys.map(({ key, text }) => [key, text] as const)].map(([key, text]) => (
            <div key={key} className="flex items-center gap-4">
              <dt className="w-16">
                <kbd className="inline-grid min-h-7 min-w-7 place-items-center rounded-field border border-line-strong bg-tint px-2 font-mono text-sm">
                  {key}
                </kbd>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 border-t border-line pt-4">
          <Checkbox checked={on} onChange={turn}>
            {listMessages.useShortcuts}
          </Checkbox>
        </div>
      </Dialog>
    </>
  )
}

function isForOtherElement({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return true
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return true
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches(':is(input:not([type=checkbox]),textarea,select)'))
  )
}

function focusSearch() {
  const field = document.querySelector<HTMLInputElement>('#main search input')
  field?.focus()
  field?.select()
}

function moveToRow(list: HTMLElement | null, step: 1 | -1) {
  const rows = [...(list?.querySelectorAll<HTMLElement>(ROWS) ?? [])]
  const current = rows.findIndex((row) => row.contains(document.activeElement))
  const next = current < 0 ? 0 : current + step
  rows[Math.max(0, Math.min(rows.length - 1, next))]?.focus()
}

function focusedRow(list: HTMLElement | null): string | undefined {
  const rows = [...(list?.querySelectorAll<HTMLElement>(ROWS) ?? [])]
  // The keys also act from inside a row, such as from its checkbox.
  const row = rows.find((one) => (one.closest('li') ?? one).contains(document.activeElement))
  return row?.dataset.listRow || undefined
}

function areEnabled(): boolean {
  try {
    return localStorage.getItem(STORED) !== OFF
  } catch {
    return true
  }
}

/** Without storage the choice lasts as long as the page. */
function storeChoice(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(STORED)
    else localStorage.setItem(STORED, OFF)
  } catch {}
}
