import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { MAX_SEARCH_LENGTH, SEARCH_DEBOUNCE_MS } from '../../../shared/kernel/list-constants.ts'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { ButtonLink } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { Choice, type ChoiceOption, NumberField } from '../form/fields.tsx'
import { inputLook, TextField } from '../form/text-field.tsx'
import { NARROW_PX, useFollowedInput, useNarrowScreen } from '../hooks.ts'
import { Search, SlidersHorizontal, X } from '../icons.tsx'
import { passFocusOn } from '../page.tsx'
import {
  type AMOUNT_FILTERS,
  isNarrowed,
  type ListAddress,
  MAX_AMOUNT_FILTER,
  readAmountFilter,
  wholeList,
} from './list-address.ts'

const FIELD = 'min-w-0 max-w-64 grid-cols-1'

interface FilterProps {
  label: string
  name: string
  address: ListAddress
}

type FilterSelectProps = FilterProps & { options: readonly ChoiceOption[]; labelHidden?: boolean }

/** A choice that narrows a list; the empty value stands for all of it. */
export function FilterSelect({ label, labelHidden, name, address, options }: FilterSelectProps) {
  return (
    <Choice
      label={label}
      labelHidden={labelHidden}
      className={FIELD}
      value={address.filters[name] ?? ''}
      onChange={useFilter(name, address)}
      options={options}
    />
  )
}

/** A day that filters a list, applied once it is complete: on Enter or on blur. */
export function FilterDay({ label, name, address }: FilterProps) {
  const set = useFilter(name, address)
  const value = address.filters[name] ?? ''
  const apply = ({ value: typed, validity }: HTMLInputElement) => validity.valid && set(typed)
  return (
    <TextField
      ref={useFollowedInput(value)}
      label={label}
      type="date"
      defaultValue={value}
      max="9999-12-31"
      onBlur={(event) => apply(event.currentTarget)}
      onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget)}
      className={FIELD}
    />
  )
}

/** A dollar amount that filters a list, applied once it is complete: on Enter or on blur. */
export function FilterAmount({ label, name, address }: FilterProps & { name: (typeof AMOUNT_FILTERS)[number] }) {
  const set = useFilter(name, address)
  const value = address.filters[name] ?? ''
  /** The filter beside which a malformed amount was typed. */
  const [wrongAt, setWrongAt] = useState<string>()
  function apply({ value: typed }: HTMLInputElement) {
    const amount = readAmountFilter(typed)
    const isWrong = amount === '' && typed !== ''
    setWrongAt(isWrong ? value : undefined)
    if (!isWrong) set(amount)
  }
  return (
    <NumberField
      ref={useFollowedInput(value)}
      label={label}
      defaultValue={value}
      min={0}
      max={MAX_AMOUNT_FILTER}
      step={0.01}
      error={wrongAt === value ? listMessages.amountMalformed : null}
      onBlur={(event) => apply(event.currentTarget)}
      onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget)}
    />
  )
}

function useFilter(name: string, { filters, hrefOf }: ListAddress) {
  const navigate = useNavigate()
  return (value: string) => {
    if (value !== (filters[name] ?? ''))
      navigate(hrefOf({ filters: { ...filters, [name]: value } }), { preventScrollReset: true })
  }
}

interface FilterFieldsProps {
  address: ListAddress
  /** Filters without a field here. */
  besides?: readonly string[]
  /** More than one line of fields: folded even on wide screens. */
  areMany?: boolean
  children: ReactNode
}

/** The filters of a list with a link that clears them; many, or on narrow screens, folded until one is in use. */
export function FilterFields({ address, besides = [], areMany = false, children }: FilterFieldsProps) {
  const isNarrow = useNarrowScreen(NARROW_PX)
  const inUse = Object.keys(address.filters).some((name) => !besides.includes(name))
  // They stay open when the last filter ends, as the focus may be in its field.
  const openInUse = useCallback(
    (folded: HTMLDetailsElement | null) => {
      if (folded && inUse) folded.open = true
    },
    [inUse],
  )
  const fields = (
    <fieldset className="grid grid-cols-1 items-end gap-3 sm:flex sm:flex-wrap">
      <legend className="sr-only">{listMessages.filters}</legend>
      {children}
      <ClearFilters address={address} />
    </fieldset>
  )
  if (!isNarrow && !areMany) return fields
  return (
    <details ref={openInUse} className="open:w-full">
      <summary className="flex min-h-11 w-fit list-none items-center gap-2 rounded-field border border-line-strong bg-surface px-3 text-sm font-medium hover:bg-tint [&::-webkit-details-marker]:hidden">
        <SlidersHorizontal aria-hidden className="size-4.5" /> {listMessages.filters}
      </summary>
      <div className="mt-3">{fields}</div>
    </details>
  )
}

/** Links to the whole list, when only a part of it is shown. */
export function ClearFilters({ address }: { address: ListAddress }) {
  if (!isNarrowed(address)) return null
  return (
    <span ref={passFocusOn} className="grid">
      <ButtonLink variant="secondary" to={wholeList(address)}>
        {listMessages.clearFilters}
      </ButtonLink>
    </span>
  )
}

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
    <search className="relative min-w-0 flex-[1_1_8rem] sm:w-64 sm:max-w-64 sm:basis-48">
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
