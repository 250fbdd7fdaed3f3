import { useEffect, useState } from 'react'

/** In px, between toasts and what they stay clear of. */
const GAP_PX = 8
const OFTEN_MS = 100
/** The buttons that a step of a form, a purchase or a dialog needs, and bars of acts. */
const NEEDED =
  ':is(main, [role="dialog"], [role="alertdialog"]) :is(.bg-accent, [type="submit"]), [role="alertdialog"] button, [data-act-bar]'

/**
 * Returns how far above the lower edge of the window a stack of this height and width stands so that it covers no button that
 * is needed; undefined where it always stands, also when there is no such place. In px.
 */
export function useClearOfButtons(height: number, width: number): number | undefined {
  const [end, setEnd] = useState<number>()
  useEffect(() => {
    if (height === 0) return setEnd(undefined)
    const place = () => setEnd(clearEnd(height, width))
    place()
    // What is on the page moves for many reasons.
    const timer = setInterval(place, OFTEN_MS)
    addEventListener('scroll', place, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      removeEventListener('scroll', place, { capture: true })
    }
  }, [height, width])
  return end
}

function clearEnd(height: number, width: number): number | undefined {
  const { clientWidth, clientHeight, dir } = document.documentElement
  const usual = Number.parseFloat(getComputedStyle(document.body).getPropertyValue('--toasts-end') || '1') * remPx()
  const from = dir === 'rtl' ? 0 : clientWidth - width
  const needed = Array.from(document.querySelectorAll(NEEDED))
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => element.getBoundingClientRect())
    .filter(({ left, right, top, bottom }) => right > from && left < from + width && bottom > 0 && top < clientHeight)
    // From the lower edge up: above one the next one may be.
    .toSorted((a, b) => b.bottom - a.bottom)
  let end = usual
  for (const { top, bottom } of needed) {
    const lower = clientHeight - end
    if (bottom > lower - height - GAP_PX && top < lower + GAP_PX) end = clientHeight - top + GAP_PX
  }
  return end > usual && end + height < clientHeight ? end : undefined
}

const remPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
