import { type FormEvent, useState } from 'react'
import { showError } from '../../ui/toasts.tsx'

interface Submitting {
  problem: string | null
  busy: boolean
  submit(event: FormEvent<HTMLFormElement>): Promise<void>
}

/**
 * Sends a form once at a time. `send` answers what went wrong in words for the person, which then stand in the form and
 * are shown as a toast; null when it worked.
 */
export function useSubmit(send: (form: FormData) => Promise<string | null>): Submitting {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    setProblem(null)
    setBusy(true)
    const text = await send(form)
    setBusy(false)
    setProblem(text)
    if (text !== null) showError(text)
  }

  return { problem, busy, submit }
}

/** The text of a field; empty when the form has none of that name. */
export function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '')
}
