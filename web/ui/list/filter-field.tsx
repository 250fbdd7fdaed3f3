import { type ReactNode, useId } from 'react'
import { useNavigate } from 'react-router'
import { inputLook } from '../text-field.tsx'
import type { ListAddress } from './list-address.ts'

interface FilterProps {
  label: string
  name: string
  address: ListAddress
}

/** A choice that narrows a list; the empty value stands for all of it. */
export function FilterSelect({
  label,
  name,
  address,
  options,
}: FilterProps & { options: readonly { value: string; text: string }[] }) {
  const set = useFilter(name, address)
  return (
    <Labeled label={label}>
      {(id) => (
        <select
          id={id}
          value={address.filters[name] ?? ''}
          onChange={(event) => set(event.target.value)}
          className={inputLook}
        >
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labeled>
  )
}

/** A day or an amount that narrows a list, once it is complete: on Enter, or when the field is left. */
export function FilterInput({ label, name, address, type }: FilterProps & { type: 'date' | 'number' }) {
  const set = useFilter(name, address)
  const value = address.filters[name] ?? ''
  function apply({ value: typed, validity }: HTMLInputElement) {
    // `1e3` is a number, too.
    if (validity.valid) set(type === 'number' && typed ? String(Number(typed)) : typed)
  }
  return (
    <Labeled label={label}>
      {(id) => (
        <input
          // After Back and "Clear filters" the field follows the address.
          key={value}
          id={id}
          type={type}
          defaultValue={value}
          min={type === 'number' ? 0 : undefined}
          max={type === 'date' ? '9999-12-31' : 999_999_999_999}
          step={type === 'number' ? 0.01 : undefined}
          onBlur={(event) => apply(event.currentTarget)}
          onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget)}
          className={inputLook}
        />
      )}
    </Labeled>
  )
}

function Labeled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

function useFilter(name: string, { filters, hrefOf }: ListAddress) {
  const navigate = useNavigate()
  return (value: string) => {
    if (value !== (filters[name] ?? ''))
      navigate(hrefOf({ filters: { ...filters, [name]: value } }), { preventScrollReset: true })
  }
}
