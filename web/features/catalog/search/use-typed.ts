import { type RefObject, useEffect, useState } from 'react'

/** Returns the text of a search box, and whether its popup may be open: while the box or the popup has the focus. */
export function useTyped(input: RefObject<HTMLInputElement | null>) {
  const [typed, setTyped] = useState(input.current?.value ?? '')
  // No suggestions for the current search when their code loads later.
  const isSearched = input.current?.value !== '' && input.current?.value === input.current?.defaultValue
  const [isOpen, setOpen] = useState(document.activeElement === input.current && !isSearched)
  useEffect(() => {
    const box = input.current
    const form = box?.form
    if (!box || !form) return
    const open = () => {
      setTyped(box.value)
      setOpen(true)
    }
    const close = () => setOpen(false)
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) close()
    }
    /** Escape in the popup; the box handles its own keys. */
    const leaveByKey = ({ key, target }: KeyboardEvent) => {
      if (key !== 'Escape' || target === box) return
      box.focus()
      close()
    }
    const ending = new AbortController()
    const { signal } = ending
    box.addEventListener('input', open, { signal })
    box.addEventListener('focus', open, { signal })
    box.addEventListener('click', open, { signal })
    form.addEventListener('focusout', leave, { signal })
    form.addEventListener('keydown', leaveByKey, { signal })
    form.addEventListener('submit', close, { signal })
    return () => ending.abort()
  }, [input])
  return { typed, isOpen, setOpen }
}
