import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { MAX_SEARCH_LENGTH, SEARCH_DEBOUNCE_MS } from '../../../shared/kernel/list-constants.ts'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { classNames } from '../class-names.ts'
import { inputLook } from '../form/text-field.tsx'
import { Search, X } from '../icons.tsx'

interface ListSearchProps {
  placeholder: string
  address: { q: string; hrefOf: (changes: { q: string }) => string }
}

/** Searches a list while the user types, after a short pause, and at once on Enter. */
export function ListSearch({ placeholder, address }: ListSearchProps) {
  const input = useRef<HTMLInputElement>(null)
  const { typed, setTyped, search, finish } = useTypedSearch(address)

  function searchAtOnce() {
    search()
    finish()
  }

  return (
    <search className="relative min-w-0 flex-[1_1_12rem] sm:max-w-64">
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 start-3 my-auto size-5 text-muted" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={placeholder}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={({ key }) => key === 'Enter' && searchAtOnce()}
        onBlur={finish}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        spellCheck={false}
        className={classNames(inputLook, 'ps-10 text-ellipsis placeholder:text-sm', typed ? 'pe-11' : 'pe-2')}
      />
      {typed && (
        <button
          type="button"
          aria-label={listMessages.clearSearch}
          onClick={() => {
            setTyped('')
            input.current?.focus()
          }}
          className="absolute inset-y-1 end-1 inline-grid w-10 place-items-center rounded-field hover:bg-tint"
        >
          <X aria-hidden className="size-5" />
        </button>
      )}
    </search>
  )
}

/**
 * Returns the text of the field, which follows the address, and how to search for it. Text typed without a pause is one history
 * entry: Back leads to the list before it.
 */
function useTypedSearch({ q, hrefOf }: ListSearchProps['address']) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(q)
  const requested = useRef(q)
  const isTyping = useRef(false)

  // After Back the field follows the address, but not the response to text typed here.
  useEffect(() => {
    if (q === requested.current) return
    requested.current = q
    setTyped(q)
  }, [q])

  function search() {
    const text = typed.trim()
    if (text === requested.current) return
    requested.current = text
    navigate(hrefOf({ q: text }), { replace: isTyping.current, preventScrollReset: true })
    isTyping.current = true
  }
  function finish() {
    isTyping.current = false
  }

  const searchNow = useEffectEvent(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text begins the pause anew
  useEffect(() => {
    const timer = setTimeout(() => searchNow(), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return { typed, setTyped, search, finish }
}
