import type { KeyboardEvent, MouseEvent } from 'react'
import { rowMark } from './list-shortcuts.tsx'

/** Returns the attributes of a row that a click, or Enter while it has the focus, opens. */
export function openedRow(open: () => void) {
  return {
    ...rowMark,
    tabIndex: -1,
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (!isForControl(event) && !hasSelectedText()) open()
    },
    onKeyDown: ({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) => {
      if (key === 'Enter' && target === currentTarget) open()
    },
  }
}

function isForControl({
  target,
  currentTarget,
  ctrlKey,
  metaKey,
  shiftKey,
  defaultPrevented,
}: MouseEvent<HTMLElement>) {
  if (defaultPrevented || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return true
  // Dialogs of a row are its children in React only.
  if (!currentTarget.contains(target)) return true
  return target.closest(':is(a,button,input,label,select,summary)') !== null
}

function hasSelectedText(): boolean {
  return getSelection()?.isCollapsed === false
}
