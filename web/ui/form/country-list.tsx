import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import { countryName, plainName } from '../../../shared/delivery/country-names.ts'
import { byLocale } from '../../../shared/kernel/language.ts'
import { COUNTRIES } from '../../../shared/kernel/regions.ts'
import { OptionList, statusText, useCombobox } from './combobox.tsx'

export interface CountryListProps {
  /** The text box; it becomes a combobox (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). */
  input: RefObject<HTMLInputElement | null>
  /** The text when the box got the focus: the list may load while another is typed. */
  before: string
  /** Takes the code of the chosen country in place of the text: the box is emptied, and the first option is active. */
  onChoose?: ((code: string) => void) | undefined
  /** The codes of countries that are not suggested. */
  omitted?: readonly string[] | undefined
}

interface Country {
  code: string
  name: string
  /** The plain name from each of its words on, and the plain short name. */
  starts: readonly string[]
}

const countries = byLocale((locale) => {
  const short = new Intl.DisplayNames(locale, { type: 'region', style: 'short' })
  const all = COUNTRIES.map((code): Country => {
    const name = countryName(code)
    const words = name.split(/[\s-]+/)
    const starts = words.map((_, at) => plainName(words.slice(at).join(' ')))
    return { code, name, starts: [...starts, plainName(short.of(code) ?? code)] }
  })
  return all.toSorted((one, other) => one.name.localeCompare(other.name, locale))
})

function isNamed({ code, starts }: Country, sought: string): boolean {
  return sought === code || sought === starts[0] || sought === starts.at(-1)
}

/** Returns the matching countries: that of a code or a short name, then those whose name or a later word of it begins so. */
function matching(text: string): readonly Country[] {
  const sought = plainName(text)
  if (sought === '') return countries()
  const rank = (country: Country) => {
    if (isNamed(country, sought)) return 0
    const at = country.starts.findIndex((start) => start.startsWith(sought))
    return at < 0 ? undefined : Math.min(at, 1) + 1
  }
  const ranks = new Map(countries().map((country) => [country, rank(country)]))
  const found = countries().filter((country) => ranks.get(country) !== undefined)
  return found.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0))
}

/** The countries below a box in which a text is typed; an arrow key also opens the list. */
export function CountryList({ input, before, onChoose, omitted = [] }: CountryListProps) {
  const id = useId()
  const { typed, isOpen, setOpen } = useTyping(input, before, () => {
    if (onChoose && options[0] && isNamed(options[0], plainName(typed))) choose(0)
  })
  const [moved, setMoved] = useState<{ typed: string; to: number }>()
  const options = matching(typed).filter(({ code }) => !omitted.includes(code))
  const isShown = isOpen && options.length > 0
  // Another text is another list.
  const active = moved?.typed === typed ? moved.to : onChoose && typed.trim() ? 0 : -1

  function choose(at: number): void {
    const country = options[at]
    if (!country || !input.current) return
    setMoved(undefined)
    type(input.current, onChoose ? '' : country.name)
    onChoose?.(country.code)
  }
  const setActive = (to: number) => setMoved({ typed, to })
  useCombobox(input, { id, isShown, active, count: options.length, setActive, setOpen, choose })
  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && statusText(options.length)}
      </p>
      {isShown && (
        <OptionList
          id={id}
          active={active}
          options={options.map(({ code, name }) => ({ key: code, content: <span className="min-w-0">{name}</span> }))}
          choose={choose}
        />
      )}
    </>
  )
}

function useTyping(input: RefObject<HTMLInputElement | null>, before: string, onBlur: () => void) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const leave = useEffectEvent(() => {
    setOpen(false)
    onBlur()
  })
  useEffect(() => {
    const box = input.current
    if (!box) return
    const ending = new AbortController()
    const { signal } = ending
    const show = (text: string) => {
      setTyped(text)
      setOpen(text.trim() !== '')
    }
    // The browser fills in stored addresses without such an event.
    const isTyped = (event: Event) => event instanceof InputEvent && event.inputType !== 'insertReplacementText'
    if (document.activeElement === box && box.value !== before) show(box.value)
    box.addEventListener('input', (event) => show(isTyped(event) ? box.value : ''), { signal })
    box.addEventListener('blur', () => leave(), { signal })
    return () => ending.abort()
  }, [input, before])
  return { typed, isOpen, setOpen }
}

/** Sets a text as if it were typed, so that forms take notice. */
function type(box: HTMLInputElement, text: string): void {
  // React overwrites the setter of the element, and would not notice a change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text)
  box.dispatchEvent(new Event('input', { bubbles: true }))
}
