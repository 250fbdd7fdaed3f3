import { type ReactNode, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { NumberField } from '../form/fields.tsx'
import { inputLook } from '../form/text-field.tsx'
import { type AMOUNT_FILTERS, type ListAddress, MAX_AMOUNT_FILTER, readAmountFilter } from './list-address.ts'

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

/** A day that narrows a list, once it is complete: on Enter, or when the field is left. */
export function FilterDay({ label, name, address }: FilterProps) {
  const set = useFilter(name, address)
  const value = address.filters[name] ?? ''
  const apply = ({ value: typed, validity }: HTMLInputElement) => validity.valid && set(typed)
  return (
    <Labeled label={label}>
      {(id) => (
        <input
          // After Back and "Clear filters" the field follows the address.
          key={value}
          id={id}
          type="date"
          defaultValue={value}
          max="9999-12-31"
          onBlur={(event) => apply(event.currentTarget)}
          onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget)}
          className={inputLook}
        />
      )}
    </Labeled>
  )
}

/** A dollar amount that narrows a list, once it is complete: on Enter, or when the field is left. */
export function FilterAmount(props: FilterProps & { name: (typeof AMOUNT_FILTERS)[number] }) {
  // After Back and "Clear filters" the field follows the address.
  return <AmountField key={props.address.filters[props.name]} {...props} />
}

function AmountField({ label, name, address }: FilterProps) {
  const set = useFilter(name, address)
  const [isWrong, setIsWrong] = useState(false)
  function apply({ value: typed }: HTMLInputElement) {
    const amount = readAmountFilter(typed)
    setIsWrong(amount === '' && typed !== '')
    if (amount !== '' || typed === '') set(amount)
  }
  return (
    <NumberField
      label={label}
      defaultValue={address.filters[name]}
      min={0}
      max={MAX_AMOUNT_FILTER}
      step={0.01}
      error={isWrong ? listMessages.amountMalformed : null}
      onBlur={(event) => apply(event.currentTarget)}
      onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget)}
    />
  )
}

function Labeled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
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
