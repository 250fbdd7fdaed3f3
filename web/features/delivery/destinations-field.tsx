import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { countryName } from '../../../shared/delivery/country-names.ts'
import { destinationMessages } from '../../../shared/delivery/destination-messages.ts'
import { MAX_DESTINATIONS } from '../../../shared/delivery/destinations.ts'
import { COUNTRIES } from '../../../shared/kernel/regions.ts'
import { classNames } from '../../ui/class-names.ts'
import { CountryField } from '../../ui/form/country-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { X } from '../../ui/icons.tsx'

interface DestinationsFieldProps {
  /** Such as `DE`, or `DE:10` for the postal codes that begin with 10; empty for everywhere else. */
  value: string[]
  onChange: (value: string[]) => void
  /** An error of one destination, by its position. */
  problem?: { index: number; text: string } | null | undefined
  /** Properties of the box in which a country is typed. Text left in it is unfinished and must block the form. */
  typing?: Omit<ComponentProps<typeof CountryField>, 'label'>
}

/** The countries of a delivery method as chips; each can be limited to postal codes. */
export function DestinationsField({ value, onChange, problem, typing }: DestinationsFieldProps) {
  const id = useId()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const wrong = problem ? countryIn(value[problem.index]) : undefined
  const [opened, setOpened] = useOpened(wrong, problem?.text)
  const chosen = [...new Set(value.map(countryIn))]

  function remove(country: string, button: HTMLElement): void {
    const chip = button.closest('li')
    const next = chip?.nextElementSibling ?? chip?.previousElementSibling
    const target = next?.querySelector('button:last-child') ?? fieldset.current?.querySelector('[role=combobox]')
    if (target instanceof HTMLElement) target.focus()
    onChange(value.filter((one) => countryIn(one) !== country))
  }

  return (
    <fieldset ref={fieldset} className="grid min-w-0 gap-3">
      <legend className="mb-2 text-sm font-medium">{destinationMessages.deliversTo}</legend>
      {chosen.length === 0 && (
        <p className="text-sm text-muted">
          <strong className="font-medium text-ink">{destinationMessages.everywhereElse}</strong>
          <br />
          {destinationMessages.everywhereElseHint}
        </p>
      )}
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-describedby={`${id}-limit`}>
          {chosen.map((country) => (
            <Chip
              key={country}
              country={country}
              prefixes={prefixesIn(value, country)}
              isWrong={country === wrong}
              isOpened={country === opened}
              onOpen={() => setOpened(country === opened ? undefined : country)}
              onRemove={(button) => remove(country, button)}
            />
          ))}
        </ul>
      )}
      {chosen.length > 0 && (
        <p id={`${id}-limit`} className="text-sm text-muted">
          {destinationMessages.limitHint}
        </p>
      )}
      {opened !== undefined && chosen.includes(opened) && (
        <PostalCodes
          key={opened}
          country={opened}
          prefixes={prefixesIn(value, opened)}
          onChange={(prefixes) => onChange(withPrefixes(value, opened, prefixes))}
          error={opened === wrong ? problem?.text : undefined}
        />
      )}
      {(value.length < MAX_DESTINATIONS || typing?.error) && (
        <AddCountry chosen={chosen} typing={typing} onAdd={(country) => onChange([...value, country])} />
      )}
    </fieldset>
  )
}

/** Returns the country whose postal codes are shown: that of a new error, until another is selected. */
function useOpened(wrong: string | undefined, text: string | undefined) {
  const [opened, setOpened] = useState<string>()
  const [shown, setShown] = useState<string>()
  const error = wrong && `${wrong} ${text}`
  if (error !== shown) {
    setShown(error)
    if (wrong) setOpened(wrong)
  }
  return [opened, setOpened] as const
}

function countryIn(destination = ''): string {
  return destination.split(':', 1)[0] ?? ''
}

function prefixesIn(value: readonly string[], country: string): string[] {
  return value.filter((one) => one.startsWith(`${country}:`)).map((one) => one.slice(country.length + 1))
}

function withPrefixes(value: readonly string[], country: string, prefixes: readonly string[]): string[] {
  const first = value.findIndex((one) => countryIn(one) === country)
  const limited = prefixes.map((prefix) => `${country}:${prefix}`)
  const rest = value.slice(first).filter((one) => countryIn(one) !== country)
  return [...value.slice(0, first), ...(limited.length ? limited : [country]), ...rest]
}

/** Returns the name of a country in a list, whose entries may be no codes. */
function nameOf(country: string): string {
  return COUNTRIES.includes(country) ? countryName(country) : country
}

interface ChipProps {
  country: string
  prefixes: readonly string[]
  isWrong: boolean
  isOpened: boolean
  onOpen: () => void
  onRemove: (button: HTMLElement) => void
}

function Chip({ country, prefixes, isWrong, isOpened, onOpen, onRemove }: ChipProps) {
  const look = 'inline-flex min-h-9 items-center rounded-full hover:bg-tint-strong max-sm:min-h-11'
  return (
    <li
      className={classNames(
        'inline-flex max-w-full rounded-full text-sm font-medium forced-colors:border',
        isWrong ? 'bg-danger-tint text-danger' : 'bg-brand-tint text-brand-strong',
      )}
    >
      <button
        type="button"
        aria-expanded={isOpened}
        onClick={onOpen}
        className={`${look} min-w-0 wrap-anywhere ps-3.5 pe-1.5 text-start`}
      >
        {[nameOf(country), prefixes.join(', ')].filter(Boolean).join(' ')}
      </button>
      <button
        type="button"
        aria-label={destinationMessages.remove({ country: nameOf(country) })}
        onClick={({ currentTarget }) => onRemove(currentTarget)}
        className={`${look} w-9 shrink-0 justify-center max-sm:w-11`}
      >
        <X aria-hidden className="size-4" />
      </button>
    </li>
  )
}

interface PostalCodesProps {
  country: string
  prefixes: readonly string[]
  onChange: (prefixes: string[]) => void
  error: string | undefined
}

function PostalCodes({ country, prefixes, onChange, error }: PostalCodesProps) {
  const [typed, setTyped] = useState('')
  const present = prefixes.join(', ')
  return (
    <TextField
      label={destinationMessages.postalCodes({ country: nameOf(country) })}
      hint={destinationMessages.postalCodesHint}
      error={error}
      // The separators that are being typed stay.
      value={split(typed).join(', ') === present ? typed : present}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(split(target.value))
      }}
    />
  )
}

function split(text: string): string[] {
  return text
    .split(/[,;،、]/)
    .map((prefix) => prefix.trim())
    .filter(Boolean)
}

interface AddCountryProps extends Pick<DestinationsFieldProps, 'typing'> {
  chosen: readonly string[]
  onAdd: (country: string) => void
}

function AddCountry({ chosen, typing, onAdd }: AddCountryProps) {
  const [isUnknown, setUnknown] = useState(false)
  return (
    <CountryField
      {...typing}
      label={destinationMessages.addCountry}
      error={isUnknown ? destinationMessages.chooseFromList : typing?.error}
      autoComplete="off"
      omitted={chosen}
      onChoose={onAdd}
      onChange={(event) => {
        setUnknown(false)
        typing?.onChange?.(event)
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.currentTarget.value.trim() === '') return
        // Enter never sends the form with a country that was not added.
        event.preventDefault()
        setUnknown(true)
      }}
    />
  )
}
