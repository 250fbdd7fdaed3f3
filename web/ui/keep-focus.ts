import { focusHeading } from './page.tsx'

/**
 * As a `ref` of a row or card: when a control in it is removed that has the focus, or that a dialog would return the focus
 * to, its summary or heading takes it; when all of it is removed, the page's heading.
 */
export function keepFocus(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return
  let last: Element | null = null
  const remember = ({ target }: FocusEvent) => {
    last = target as Element
  }
  const check = () => {
    if (!last || document.activeElement !== document.body) return
    // Otherwise the user has left it with the pointer.
    if (!last.isConnected) focusFirst(element)
    last = null
  }
  // A dialog returns the focus after it was removed.
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
