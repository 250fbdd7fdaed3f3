import { Search, X } from 'lucide-react'
import type { FormEvent } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router'
import { MAX_SEARCH_LENGTH } from '../../../shared/catalog/constants.ts'
import { Link } from '../../ui/link.tsx'
import { useFollowedInput } from '../../ui/use-followed-input.ts'

interface ListSearchProps {
  label: string
  /** What the list shows now. */
  text: string
  /** The address of the list for a text; empty for all. */
  hrefOf: (text: string) => string
}

/** Searches one of the stall's lists. */
export function ListSearch({ label, text, hrefOf }: ListSearchProps) {
  const navigate = useNavigate()
  const here = createPath(useLocation())
  const input = useFollowedInput(text)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const path = hrefOf(String(new FormData(event.currentTarget).get('q') ?? '').trim())
    navigate(path, { replace: path === here })
  }

  return (
    <search className="w-full sm:max-w-sm">
      <form onSubmit={submit} className="relative">
        <input
          ref={input}
          type="text"
          name="q"
          aria-label={label}
          placeholder={`${label}…`}
          defaultValue={text}
          maxLength={MAX_SEARCH_LENGTH}
          enterKeyHint="search"
          autoComplete="off"
          className="min-h-11 w-full rounded-xl border border-line-strong bg-surface pr-22 pl-4 text-base placeholder:text-muted"
        />
        <span className="absolute inset-y-1 right-1 flex">
          {text && (
            <Link
              to={hrefOf('')}
              // The link goes away with the text.
              onClick={() => input.current?.focus()}
              aria-label="Clear search"
              className="inline-grid w-10 place-items-center rounded-lg hover:bg-tint"
            >
              <X aria-hidden className="size-5" />
            </Link>
          )}
          <button
            type="submit"
            aria-label="Search"
            className="inline-grid w-10 place-items-center rounded-lg hover:bg-tint"
          >
            <Search aria-hidden className="size-5" />
          </button>
        </span>
      </form>
    </search>
  )
}
