import { type RefObject, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { categoryName, categoryPath } from '../../../../shared/catalog/categories.ts'
import { MIN_SUGGESTED_LENGTH } from '../../../../shared/catalog/constants.ts'
import { sellerPath } from '../../../../shared/catalog/handles.ts'
import type { Suggestions } from '../../../../shared/catalog/search-schema.ts'
import { suggestionMessages } from '../../../../shared/catalog/suggestion-messages.ts'
import { formatAmount } from '../../../../shared/kernel/money.ts'
import { useAppDispatch } from '../../../api/app-store.ts'
import { OptionList, popupLook, statusText, useCombobox } from '../../../ui/form/combobox.tsx'
import { ChevronRight, History, Search, X } from '../../../ui/icons.tsx'
import { onTop } from '../../../ui/overlay/menu.tsx'
import { ProductPicture } from '../../../ui/pictures/product-picture.tsx'
import { withUnits } from '../../../ui/text.tsx'
import { startSuggesting } from '../catalog-api.ts'
import { productPath } from '../product-card.tsx'
import { cleanSearchText, type SearchAddress, searchPath } from '../search-address.ts'
import { forgetSearch, forgetSearches, readRecentSearches } from './recent-searches.ts'

const TYPING_PAUSE_MS = 150

function useSuggestions(typed: string): Suggestions | null {
  const dispatch = useAppDispatch()
  const text = cleanSearchText(typed)
  const [found, setFound] = useState<{ text: string; suggestions: Suggestions } | null>(null)
  useEffect(() => {
    if (text.length < MIN_SUGGESTED_LENGTH) return
    let call: ReturnType<ReturnType<typeof startSuggesting>> | undefined
    let isWanted = true
    const pause = setTimeout(() => {
      call = dispatch(startSuggesting(text))
      call.unwrap().then(
        (suggestions) => isWanted && setFound({ text, suggestions }),
        () => {},
      )
    }, TYPING_PAUSE_MS)
    return () => {
      isWanted = false
      clearTimeout(pause)
      call?.abort()
      call?.unsubscribe()
    }
  }, [dispatch, text])
  return found?.text === text && text.length >= MIN_SUGGESTED_LENGTH ? found.suggestions : null
}

export interface SuggestionListProps {
  /** The search box; it becomes a combobox (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). */
  input: RefObject<HTMLInputElement | null>
  clearAfter: boolean
  /** Filters that stay when the text changes. */
  filters: SearchAddress
}

interface Option {
  key: string
  path: string
  text: string
  /** Marks a seller or a category in words; absent for words to search for. */
  kind?: string
  product?: Suggestions['products'][number]
}

/** Suggestions below a focused search box; recent searches while the box is empty. */
export function SuggestionList({ input, clearAfter, filters }: SuggestionListProps) {
  const navigate = useNavigate()
  const id = useId()
  const { typed, isOpen, setOpen } = useTyped(input)
  const suggestions = useSuggestions(typed)
  const options = suggestions ? optionsOf(suggestions, filters) : []
  const [active, setActive] = useState(-1)
  const isShown = isOpen && options.length > 0

  function go(path: string): void {
    setOpen(false)
    if (clearAfter && input.current) input.current.value = ''
    navigate(path)
  }

  const choose = (at: number) => go(options[at]?.path ?? '')
  const first = options[0]?.key
  // A new list has no active option.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed makes the list another
  useEffect(() => setActive(-1), [first, typed])
  useCombobox(input, {
    id,
    isShown,
    active,
    count: options.length,
    setActive,
    setOpen,
    choose,
    isCleared: true,
  })

  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && suggestions && statusText(options.length)}
      </p>
      {isShown && (
        <OptionList
          id={id}
          active={active}
          options={options.map((option) => ({
            key: option.key,
            content: <Suggested option={option} typed={typed} />,
          }))}
          choose={choose}
        />
      )}
      {isOpen && typed.trim() === '' && (
        <RecentSearches
          className={popupLook}
          onChoose={(text) => go(searchPath({ ...filters, q: text, page: undefined }))}
        />
      )}
    </>
  )
}

function optionsOf({ sellers = [], texts, categories, products }: Suggestions, filters: SearchAddress): Option[] {
  return [
    ...sellers.map(({ handle, name }) => ({
      key: `seller ${handle}`,
      path: sellerPath(handle),
      text: name,
      kind: suggestionMessages.inSellers,
    })),
    ...texts.map((text) => ({
      key: `text ${text}`,
      path: searchPath({ ...filters, q: text, page: undefined }),
      text,
    })),
    ...categories.map((category) => ({
      key: `category ${category}`,
      path: categoryPath(category),
      text: categoryName(category),
      kind: suggestionMessages.inCategories,
    })),
    ...products.map((product) => ({
      key: product.product_id,
      path: productPath(product.product_id),
      text: product.product_name,
      product,
    })),
  ]
}

function Suggested({ option: { text, kind, product }, typed }: { option: Option; typed: string }) {
  if (product) {
    return (
      <>
        <span className="size-10 shrink-0 overflow-hidden rounded-field">
          <ProductPicture src={product.featured_image} alt="" sizes="2.5rem" />
        </span>
        <span className="line-clamp-2 min-w-0 flex-1 text-sm wrap-anywhere">{withUnits(text)}</span>
        <span className="text-sm font-semibold">{formatAmount(product.product_price)}</span>
      </>
    )
  }
  if (kind !== undefined) {
    return (
      <>
        <ChevronRight aria-hidden className="size-4.5 shrink-0 text-muted" />
        <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
        <span className="text-sm text-muted">{kind}</span>
      </>
    )
  }
  const start = typed.trimStart().toLowerCase()
  const isCompletion = text.startsWith(start)
  return (
    <>
      <Search aria-hidden className="size-4.5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {isCompletion && <span className="text-muted">{text.slice(0, start.length)}</span>}
        <span className="font-semibold">{isCompletion ? text.slice(start.length) : text}</span>
      </span>
    </>
  )
}

function RecentSearches({ className, onChoose }: { className: string; onChoose: (text: string) => void }) {
  const dispatch = useAppDispatch()
  const [texts, setTexts] = useState(() => dispatch(readRecentSearches()))
  if (!texts.length) return null

  /** Moves the focus from the removed button to the next one. */
  function remove(button: HTMLElement, text: string): void {
    const row = button.closest('li')
    const next = row?.nextElementSibling ?? row?.previousElementSibling
    const box = button.closest('form')?.querySelector('input[type=search]')
    const target = next?.querySelector('button:last-child') ?? box
    if (target instanceof HTMLElement) target.focus()
    setTexts(dispatch(forgetSearch(text)))
  }

  function clear(button: HTMLElement): void {
    button.closest('form')?.querySelector<HTMLElement>('input[type=search]')?.focus()
    dispatch(forgetSearches())
    setTexts([])
  }

  return (
    <section {...onTop} aria-label={suggestionMessages.recentSearches} className={className}>
      <div className="flex items-center justify-between gap-4 px-4">
        <h2 className="text-sm font-semibold">{suggestionMessages.recentSearches}</h2>
        <button
          type="button"
          aria-label={suggestionMessages.clearRecentSearches}
          onClick={({ currentTarget }) => clear(currentTarget)}
          className="min-h-9 text-sm underline"
        >
          {suggestionMessages.clear}
        </button>
      </div>
      <ul>
        {texts.map((text) => (
          <li key={text} className="flex items-center pe-2 hover:bg-tint">
            <button
              type="button"
              onClick={() => onChoose(text)}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-3 px-4 text-start"
            >
              <History aria-hidden className="size-4.5 shrink-0 text-muted" />
              <span dir="auto" className="truncate">
                {text}
              </span>
            </button>
            <button
              type="button"
              aria-label={suggestionMessages.removeRecentSearch({ text })}
              onClick={({ currentTarget }) => remove(currentTarget, text)}
              className="grid size-11 shrink-0 place-items-center rounded-field text-muted hover:bg-tint-strong hover:text-ink"
            >
              <X aria-hidden className="size-4.5" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the text of a search box, and whether its popup may be open: while the box or the popup has the focus. */
function useTyped(input: RefObject<HTMLInputElement | null>) {
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
