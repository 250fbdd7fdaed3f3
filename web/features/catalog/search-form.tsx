import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router'
import { MAX_SEARCH_LENGTH } from '../../../shared/catalog/constants.ts'
import { useFollowedInput } from '../../ui/use-followed-input.ts'
import { KeptFilters } from './kept-filters.tsx'
import { cleanSearchText, type SearchAddress, searchPath } from './search-address.ts'

interface SearchFormProps {
  label: string
  defaultValue?: string
  /** Empties the box once it has been used. */
  clearAfter?: boolean
  /** Filters that stay when the text changes. */
  kept?: SearchAddress
}

/** The search box; blank text leads nowhere. Without JavaScript the browser sends the form itself. */
export function SearchForm({ label, defaultValue = '', clearAfter = false, kept = {} }: SearchFormProps) {
  const navigate = useNavigate()
  const here = createPath(useLocation())
  const input = useFollowedInput(defaultValue)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const text = cleanSearchText(String(new FormData(form).get('q') ?? ''))
    if (text === '') return
    const path = searchPath({ ...kept, q: text, page: undefined })
    navigate(path, { replace: path === here })
    if (clearAfter) form.reset()
  }

  return (
    <search>
      <form action="/search" onSubmit={submit} className="relative">
        <KeptFilters kept={{ ...kept, q: undefined, page: undefined }} />
        <input
          ref={input}
          type="search"
          name="q"
          aria-label={label}
          placeholder={`${label}…`}
          defaultValue={defaultValue}
          maxLength={MAX_SEARCH_LENGTH}
          enterKeyHint="search"
          autoComplete="off"
          className="min-h-11 w-full rounded-full border border-line-strong bg-surface pr-12 pl-5 text-base placeholder:text-muted"
        />
        <button
          type="submit"
          aria-label="Search"
          className="absolute inset-y-1 right-1 inline-grid w-10 place-items-center rounded-full hover:bg-tint"
        >
          <Search aria-hidden className="size-5" />
        </button>
      </form>
    </search>
  )
}
