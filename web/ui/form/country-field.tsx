import { type ComponentProps, type ComponentType, useId, useRef, useState } from 'react'
import { loadCode } from '../load-code.ts'
import type { CountryListProps } from './country-list.tsx'
import { fieldAttributes, inputLook, Labelled } from './text-field.tsx'

interface CountryFieldProps extends ComponentProps<'input'>, Omit<CountryListProps, 'input' | 'before'> {
  label: string
  hint?: string
  error?: string | undefined
  problemId?: string | undefined
}

/**
 * A labelled input with the countries that match what is typed; any text is accepted. The chosen name becomes the text,
 * unless `onChoose` takes the country.
 */
export function CountryField(props: CountryFieldProps) {
  const { label, hint, error, problemId, className, id, onChoose, omitted, ...rest } = props
  const ownId = useId()
  const inputId = id ?? ownId
  const input = useRef<HTMLInputElement>(null)
  const [before, setBefore] = useState('')
  const [List, setList] = useState<ComponentType<CountryListProps>>()

  /** A failure leaves the input without suggestions. */
  function loadList(): void {
    if (List) return
    loadCode(() => import('./country-list.tsx'), true).then(
      ({ CountryList }) => setList(() => CountryList),
      () => {},
    )
  }

  return (
    <Labelled id={inputId} label={label} hint={hint} error={error} className={className}>
      <div className="anchored">
        <input
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={false}
          {...fieldAttributes(inputId, { hint, error, problemId })}
          {...rest}
          onFocus={({ currentTarget }) => {
            input.current = currentTarget
            setBefore(currentTarget.value)
            loadList()
          }}
          className={`${inputLook} anchor`}
        />
        {List && <List input={input} before={before} onChoose={onChoose} omitted={omitted} />}
      </div>
    </Labelled>
  )
}
