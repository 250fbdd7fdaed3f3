import { type ComponentType, type FormEvent, useState } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import { BASE_PATH } from '../../../../shared/kernel/language.ts'
import { MAX_SEARCH_LENGTH } from '../../../../shared/kernel/list-constants.ts'
import { useFollowedInput } from '../../../ui/hooks.ts'
import { Search } from '../../../ui/icons.tsx'
import { loadCode } from '../../../ui/load-code.ts'
import { cleanSearchText, type SearchAddress, searchPath } from '../search-address.ts'
import type { SuggestionListProps } from './suggestion-list.tsx'

interface SearchFormProps {
  label: string
  defaultValue?: string
  clearAfter?: boolean
  /** Filters that stay when the text changes. */
  filters?: SearchAddress
}

/** The search form with suggestions; blank text does nothing. Without JavaScript the browser submits the form itself. */
export function SearchForm({ label, defaultValue = '', clearAfter = false, filters = {} }: SearchFormProps) {
  const navigate = useNavigate()
  const here = createPath(useLocation())
  const input = useFollowedInput(defaultValue)
  const [List, setList] = useState<ComponentType<SuggestionListProps>>()

  /** A failure leaves the input without suggestions. */
  function loadSuggestions(): void {
    if (List) return
    loadCode(() => import('./suggestion-list.tsx'), true).then(
      ({ SuggestionList }) => setList(() => SuggestionList),
      () => {},
    )
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const text = cleanSearchText(String(new FormData(form).get('q') ?? ''))
    if (text === '') return
    const path = searchPath({ ...filters, q: text, page: undefined })
    navigate(path, { replace: path === here })
    if (clearAfter) form.reset()
  }

  return (
    <search>
      <form action={`${BASE_PATH}/search`} onSubmit={submit} className="anchored anchor relative">
        <HiddenFilters filters={{ ...filters, q: undefined, page: undefined }} />
        <input
          ref={input}
          type="search"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={false}
          name="q"
          onFocus={loadSuggestions}
          aria-label={label}
          placeholder={catalogMessages.searchPlaceholder}
          defaultValue={defaultValue}
          maxLength={MAX_SEARCH_LENGTH}
          enterKeyHint="search"
          autoComplete="off"
          className="min-h-11 w-full rounded-field border border-line-strong bg-surface pe-12 ps-4 text-base placeholder:text-muted"
        />
        <button
          type="submit"
          aria-label={catalogMessages.search}
          className="absolute inset-y-1 end-1 inline-grid w-10 place-items-center rounded-field hover:bg-tint"
        >
          <Search aria-hidden className="size-5" />
        </button>
        {List && <List input={input} clearAfter={clearAfter} filters={filters} />}
      </form>
    </search>
  )
}

/** Hidden inputs that preserve filters when the browser submits the form without JavaScript. */
export function HiddenFilters({ filters }: { filters: SearchAddress }) {
  return Object.entries(filters).map(
    ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  )
}
