import { type ReactNode, useId } from 'react'
import { Button } from '../button.tsx'
import { ChevronDown } from '../icons.tsx'

interface SortFormProps<Sort extends string> {
  /** The address that the browser submits the form to without JavaScript. */
  action: string
  label: string
  value: Sort
  options: Readonly<Record<Sort, string>>
  sorts: readonly Sort[]
  onChoose: (sort: string) => void
  /** The text of the submit button without JavaScript. */
  apply: string
  /** Hidden inputs. */
  children?: ReactNode
}

/** A drop-down that sorts a list, and works without JavaScript. */
export function SortForm<Sort extends string>(props: SortFormProps<Sort>) {
  const { action, label, value, options, sorts, onChoose, apply, children } = props
  const id = useId()
  return (
    <form action={action} className="flex flex-wrap items-end gap-2">
      {children}
      <div className="grid max-w-full grid-cols-1 gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <div className="relative">
          <select
            id={id}
            name="sort"
            value={value}
            onChange={({ target }) => onChoose(target.value)}
            className="min-h-11 w-52 max-w-full appearance-none rounded-field border border-line-strong bg-surface pe-9 ps-3.5 text-base"
          >
            {sorts.map((sort) => (
              <option key={sort} value={sort}>
                {options[sort]}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden className="pointer-events-none absolute top-3.5 end-3 size-4 text-muted" />
        </div>
      </div>
      <noscript>
        <Button type="submit" variant="secondary">
          {apply}
        </Button>
      </noscript>
    </form>
  )
}
