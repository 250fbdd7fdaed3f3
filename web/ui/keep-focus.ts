import { focusHeading } from './page.tsx'

/**
 * For the `ref` of a row or card: when a focused control in it is removed, or one that a dialog would return the focus to, its
 * summary or heading takes the focus; when the row itself is removed, the page's heading.
 */
export function keepFocus(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return
  let last: Element | null = null
  const remember = ({ target }: FocusEvent) => {
    last = target as Element
  }
  const check = () => {
    if (!last || document.activeElement !== document.body) return
    // Otherwise the user has moved on with the pointer.
    if (!last.isConnected) focusFirst(element)
    last = null
  }
  // A dialog returns the focus after its removal.
  const checkSoon = () => requestAnimationFrame(() => requestAnimationFrame(check))
  const observer = new MutationObserver(checkSoon)
  observer.observe(element, { childList: true, subtree: true })
  observer.observe(document.body, { childList: true })
  element.addEventListener('focusin', remember)
  return () => {
    observer.disconnect()
    element.removeEventListener('focusin', remember)
    if (element.contains(document.activeElement)) focusHeading()
  }
}

function focusFirst(element: HTMLElement): void {
  const first = element.querySelector<HTMLElement>('summary,h2,h3,h4')
  if (!first) return
  if (first.tabIndex < 0) first.tabIndex = -1
  first.focus({ preventScroll: true })
}
