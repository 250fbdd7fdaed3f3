import { zodResolver } from '@hookform/resolvers/zod'
import { type FocusEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type Resolver,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { appMessages } from '../../../shared/app/messages.ts'
import type { FailureNoteProps } from '../failure-note.tsx'
import type { MissingCode } from '../load-code.ts'
import { showErrorOfAlert } from '../overlay/toasts.tsx'

/** Loads the schema that the values of a form must satisfy. */
export type LoadRules = () => Promise<z.ZodType>

/** The failure of the last submission. */
export interface Problem {
  /** Empty when something else in the form says it. */
  text: string
  /** The names of the fields to correct. */
  fields: readonly string[]
  /** Retrying now cannot help: the toast shows this text in place of `failedToast`. */
  isLimit?: boolean
  /** A retry with the same values may succeed. */
  canRetry?: boolean
}

export interface CheckedFormOptions<Values extends FieldValues> {
  /** Called when the form is first used, so that its page does not wait for the rules; without them the server alone checks. */
  rules: LoadRules
  defaultValues?: DefaultValues<Values>
  /** Sends valid values, one call at a time. Returns the failure; null on success. */
  send: (values: Values) => Promise<Problem | null>
  /** The toast when sending failed; otherwise the same text as in the form. */
  failedToast?: string
}

export interface CheckedForm<Values extends FieldValues> {
  formProps: {
    /** Outside of a `<dialog>` browsers never submit it: without scripts no password gets into an address. */
    method: 'dialog'
    noValidate: true
    onFocus: () => void
    onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>
  }
  /** Returns the props of a text field. */
  field: (
    name: Path<Values>,
    options?: RegisterOptions<Values>,
  ) => UseFormRegisterReturn & { error: string | undefined; problemId: string | undefined }
  /** For a `FailureNote` in the form: the failure of the last submission. */
  failure: FailureNoteProps & { id: string }
  busy: boolean
  form: UseFormReturn<Values>
}

/**
 * A form whose values are checked with shared rules in the browser before they are sent. An error is shown beside its field,
 * which takes the focus, and as a toast. A field with a value is also checked on blur. Input stays until `form.reset`.
 */
export function useCheckedForm<Values extends FieldValues>({
  rules,
  defaultValues,
  send,
  failedToast,
}: CheckedFormOptions<Values>): CheckedForm<Values> {
  const problemId = useId()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const submitted = useRef<HTMLFormElement>(null)
  const form = useForm<Values>({ resolver: resolverOf(rules), defaultValues, shouldFocusError: false })
  const { submitCount } = form.formState
  // In the order of the page, which may differ from that of registration.
  useEffect(() => {
    if (submitCount > 0) submitted.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [submitCount])

  async function sendValid(values: Values): Promise<void> {
    const failed = await send(values).catch(missingCodeProblem)
    setProblem(failed)
    if (failed?.text) showErrorOfAlert(failed.isLimit ? failed.text : (failedToast ?? failed.text))
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    submitted.current = event.currentTarget
    readUnannounced(form, event.currentTarget)
    setProblem(null)
    setBusy(true)
    try {
      await form.handleSubmit(sendValid, (errors) => showErrorOfAlert(firstTextOf(errors)))()
    } finally {
      setBusy(false)
    }
  }

  return {
    formProps: { method: 'dialog', noValidate: true, onFocus: () => void rules().catch(() => {}), onSubmit: submit },
    field: (name, options) => ({
      ...withEarlyCheck(form, form.register(name, options)),
      error: form.getFieldState(name, form.formState).error?.message,
      problemId: problem?.fields.includes(name) ? problemId : undefined,
    }),
    failure: { id: problemId, text: problem?.text, onRetry: problem?.canRetry ? 'submit' : undefined },
    busy,
    form,
  }
}

function withEarlyCheck<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  field: UseFormRegisterReturn<Path<Values>>,
): UseFormRegisterReturn<Path<Values>> {
  const { name, onChange, onBlur } = field
  return {
    ...field,
    onChange: async (event) => {
      await onChange(event)
      const wrong = Object.keys(form.formState.errors) as Path<Values>[]
      if (wrong.length && !form.formState.isSubmitted) await form.trigger(wrong)
    },
    onBlur: async (event: Partial<FocusEvent> & { target: HTMLInputElement }) => {
      const { relatedTarget: next, target } = event
      await onBlur(event)
      const value: unknown = form.getValues(name)
      const isSent = next instanceof HTMLButtonElement && next.type === 'submit' && next.form === target.form
      if (isSent || value === '' || value === get(form.formState.defaultValues, name)) return
      whenReleased(() => void form.trigger(name))
    },
  }
}

/** Calls back once no pointer button is pressed: a text that appears would move the target of the press. */
export function whenReleased(callback: () => void): void {
  if (!document.documentElement.matches(':active')) {
    callback()
    return
  }
  const onRelease = () => {
    removeEventListener('pointerup', onRelease)
    removeEventListener('pointercancel', onRelease)
    // After the click.
    setTimeout(callback)
  }
  addEventListener('pointerup', onRelease)
  addEventListener('pointercancel', onRelease)
}

function resolverOf<Values extends FieldValues>(rules: LoadRules): Resolver<Values> {
  return async (values, context, options) => {
    const schema = await rules().catch(() => null)
    if (!schema) return { values, errors: {} }
    return zodResolver(schema as z.ZodType<unknown, Values>, undefined, { raw: true })(values, context, options)
  }
}

function readUnannounced<Values extends FieldValues>(form: UseFormReturn<Values>, element: HTMLFormElement): void {
  const shown = new FormData(element)
  for (const [name, value] of Object.entries(form.getValues())) {
    const text = shown.get(name)
    if (typeof value === 'string' && typeof text === 'string' && text !== value) {
      form.setValue(name as Path<Values>, text as never)
    }
  }
}

function missingCodeProblem(error: Error & MissingCode): Problem {
  if (!error.missingCode) throw error
  return { text: appMessages.codeMissing, fields: [], canRetry: true }
}

function firstTextOf(errors: FieldErrors): string {
  const [first] = Object.values(errors)
  return String(first?.message ?? '')
}
