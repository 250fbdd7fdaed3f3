import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { PRODUCT_SEARCH_DEBOUNCE_MS } from '../../../shared/admin/constants.ts'
import { MAX_SEARCH_LENGTH } from '../../../shared/catalog/constants.ts'
import { classNames } from '../../ui/class-names.ts'
import { inputLook } from '../../ui/text-field.tsx'

interface LiveSearchProps {
  placeholder: string
  /** What the list shows now, as its address says. */
  text: string
  /** The address of the list for a text; empty for all. */
  hrefOf: (text: string) => string
}

/** Searches a list while a person types, once they pause. */
export function LiveSearch({ placeholder, text, hrefOf }: LiveSearchProps) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(text)
  const input = useRef<HTMLInputElement>(null)
  const asked = useRef(text)

  // Somebody went back: the field follows the address, but not the answer to what was typed here.
  useEffect(() => {
    if (text === asked.current) return
    asked.current = text
    setTyped(text)
  }, [text])

  const search = useEffectEvent((wanted: string) => {
    if (wanted === asked.current) return
    asked.current = wanted
    navigate(hrefOf(wanted), { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    const timer = setTimeout(() => search(typed.trim()), PRODUCT_SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <search className="relative w-full sm:max-w-sm">
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-5 text-muted" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        aria-label={placeholder}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        spellCheck={false}
        className={classNames(inputLook, 'pl-11', typed && 'pr-11')}
      />
      {typed && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            setTyped('')
            input.current?.focus()
          }}
          className="absolute inset-y-1 right-1 inline-grid w-10 place-items-center rounded-lg hover:bg-tint"
        >
          <X aria-hidden className="size-5" />
        </button>
      )}
    </search>
  )
}
