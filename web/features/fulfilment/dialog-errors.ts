import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { actMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { whenReleased } from '../../ui/form/use-checked-form.ts'

/** Errors of a dialog's fields, by name. */
export type Problems = Readonly<Record<string, string | undefined>>

export const DialogErrors = createContext<Problems>({})

/** Returns what is wrong with a field of the dialog around it; undefined while nothing is to be said. */
export function useProblemOf(name: string): string | undefined {
  return useContext(DialogErrors)[name]
}

interface FieldEvent {
  target: EventTarget
  relatedTarget?: EventTarget | null
}

/**
 * Returns what is to be said about the fields of a form: of one that was filled in once it is left, of all when the form is
 * sent, and what the server refused until something else is typed. `check` returns what is wrong with the values as they are.
 */
export function useFieldProblems(check: (() => Problems) | undefined) {
  const form = useRef<HTMLFormElement>(null)
  const edited = useRef(new Set<string>())
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Problems>({})
  /** The number of failed attempts, which moves the focus each time. */
  const [attempts, setAttempts] = useState(0)
  const look = (): Problems => ({ ...check?.(), ...incompleteOf(form.current) })
  const shown = Object.entries(look()).filter(([name, text]) => text && (attempts > 0 || left.has(name)))
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [attempts])

  return {
    form,
    problems: { ...Object.fromEntries(shown), ...refused } satisfies Problems,
    /** Returns whether nothing is wrong; otherwise the first field that is takes the focus. */
    accept(): boolean {
      setRefused({})
      const isRight = !Object.values(look()).some(Boolean)
      if (!isRight) setAttempts(attempts + 1)
      return isRight
    },
    /** Says at a field why the server refused it, which then takes the focus. */
    refuse(name: string, text: string) {
      setRefused({ [name]: text })
      setAttempts(attempts + 1)
    },
    onInput({ target }: FieldEvent) {
      edited.current.add(nameOf(target))
      setRefused({})
    },
    onBlur({ target, relatedTarget }: FieldEvent) {
      const isSent = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit'
      const name = nameOf(target)
      if (isSent || !edited.current.has(name)) return
      if (target instanceof HTMLInputElement && target.value === '' && !target.validity.badInput) return
      whenReleased(() => setLeft((names) => new Set([...names, name])))
    },
  }
}

function nameOf(target: EventTarget): string {
  return 'name' in target ? String(target.name) : ''
}

/** Returns the fields with a date of which a part is missing: their value is empty. */
function incompleteOf(form: HTMLFormElement | null): Problems {
  const dates = [...(form?.elements ?? [])].filter(
    (field) => field instanceof HTMLInputElement && field.type === 'date' && field.validity.badInput,
  )
  return Object.fromEntries(dates.map((field) => [nameOf(field), actMessages.wholeDate]))
}
