import { useState } from 'react'
import type { DefaultValues } from 'react-hook-form'
import type { ErrorTexts } from '../../../shared/kernel/errors.ts'
import { apiErrorOf } from '../../api/api.ts'
import { failureOf } from '../../api/failure-text.ts'
import { useDraftedForm } from '../../session/use-drafted-form.ts'
import type { LoadRules } from '../../ui/form/use-checked-form.ts'
import { differing } from './conflict-note.tsx'

interface RevisedFormOptions<Values, Settings> {
  /** The name of the draft. */
  name: string
  rules: LoadRules
  settings: Settings
  valuesOf: (settings: Settings) => Values
  save: (values: Values & { revision: number }) => Promise<{ data?: Settings; error?: unknown }>
  readNewest: () => Promise<Settings | undefined>
  errors: ErrorTexts
  failed: string
  onSaved: (saved: Settings) => void
  /** Called with the settings of the other side when the form goes on from them. */
  onResolved?: (newest: Settings) => void
}

/**
 * A form of settings that is saved on the revision that it was read with. After a conflict it has the values of the other
 * side, and goes on from them with `resolve`.
 */
export function useRevisedForm<Values extends Record<string, string>, Settings extends { revision: number }>({
  settings,
  valuesOf,
  save,
  readNewest,
  errors,
  failed,
  onSaved,
  onResolved,
  ...form
}: RevisedFormOptions<Values, Settings>) {
  const [base, setBase] = useState(settings)
  const [newest, setNewest] = useState<Settings | null>(null)
  const drafted = useDraftedForm<Values>(form.name, {
    rules: form.rules,
    defaultValues: valuesOf(base) as Values & DefaultValues<Values>,
    send: async (values) => {
      // A newer revision with the same values does not matter to this form.
      const isSame = !differing(valuesOf(base), valuesOf(settings)).length
      const revision = isSame ? Math.max(base.revision, settings.revision) : base.revision
      const { data, error } = await save({ ...values, revision })
      if (data) {
        setBase(data)
        drafted.showSaved(values, valuesOf(data))
        onSaved(data)
        return null
      }
      const refusal = failureOf(error, errors, failed)
      const theirs = apiErrorOf(error)?.code === 'newer_revision' ? await readNewest() : undefined
      if (!theirs) return refusal
      setNewest(theirs)
      // The conflict itself says so.
      return { ...refusal, text: '' }
    },
  })

  /** Goes on from the newest settings, with the values of one side. */
  function resolve(isTheirs: boolean): void {
    if (!newest) return
    setBase(newest)
    setNewest(null)
    onResolved?.(newest)
    if (!isTheirs) return
    drafted.form.reset(valuesOf(newest))
    drafted.discard()
  }
  return { ...drafted, theirs: newest && valuesOf(newest), resolve }
}
