import { MAX_DISPATCH_DAYS } from '../../../../shared/delivery/constants.ts'
import { countryName, countryOptions } from '../../../../shared/delivery/country-names.ts'
import { deliveryErrors } from '../../../../shared/delivery/errors.ts'
import { sellerDeliveryMessages } from '../../../../shared/delivery/method-messages.ts'
import type { SellerDeliveryPage } from '../../../../shared/delivery/schema.ts'
import { dayOf, formatCalendarDay } from '../../../../shared/kernel/calendar.ts'
import { DraftOffer } from '../../../session/use-draft.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Choice, NumberField } from '../../../ui/form/fields.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { loadCode } from '../../../ui/load-code.ts'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { ConflictNote } from '../../market/conflict-note.tsx'
import { useRevisedForm } from '../../market/use-revised-form.ts'
import { sellerDeliveryApi } from './seller-delivery-api.ts'

type Settings = SellerDeliveryPage['settings']
type Values = Record<'sends_from' | 'dispatch_days' | 'away_until', string>

const rules = async () =>
  (await loadCode(() => import('../../../../shared/delivery/schema.ts'), true)).deliverySettingsFormSchema

function valuesOf({ sends_from, dispatch_days, away_until }: Settings): Values {
  return { sends_from, dispatch_days: dispatch_days === null ? '' : String(dispatch_days), away_until }
}

/** The values that are not text. */
const TEXT_OF = {
  sends_from: ({ sends_from }: Values) => (sends_from ? countryName(sends_from) : sellerDeliveryMessages.notDeclared),
  away_until: ({ away_until }: Values) => away_until && formatCalendarDay(away_until),
}

/** Where and when the seller dispatches, and until when the seller is away. */
export function DispatchSettings({ settings }: { settings: Settings }) {
  const { formProps, field, form, failure, busy, offer, theirs, resolve } = useSettingsForm(settings)
  const away = form.watch('away_until')
  const labels = {
    sends_from: sellerDeliveryMessages.sendsFrom,
    dispatch_days: sellerDeliveryMessages.dispatchDays,
    away_until: sellerDeliveryMessages.awayUntil,
  }
  return (
    <Card id="dispatch" title={sellerDeliveryMessages.dispatch}>
      <form {...formProps} className="grid grid-cols-1 gap-5">
        <DraftOffer {...offer} />
        <Choice
          label={labels.sends_from}
          options={[{ value: '', text: sellerDeliveryMessages.notDeclared }, ...countryOptions()]}
          value={form.watch('sends_from')}
          onChange={(value) => form.setValue('sends_from', value, { shouldDirty: true })}
        />
        <NumberField
          label={labels.dispatch_days}
          {...field('dispatch_days')}
          inputMode="numeric"
          min={1}
          max={MAX_DISPATCH_DAYS}
          hint={sellerDeliveryMessages.dispatchDaysHint()}
        />
        <TextField
          label={labels.away_until}
          {...field('away_until')}
          type="date"
          min="2000-01-01"
          max="2999-12-31"
          hint={sellerDeliveryMessages.awayHint}
        />
        <p role="status" className="text-sm empty:sr-only">
          {away > dayOf(new Date()) && sellerDeliveryMessages.awayNow({ day: formatCalendarDay(away) })}
        </p>
        {theirs && (
          <ConflictNote
            title={sellerDeliveryMessages.changedMeanwhile}
            labels={labels}
            textOf={TEXT_OF}
            mine={form.getValues()}
            theirs={theirs}
            onResolve={resolve}
          />
        )}
        <FailureNote {...failure} />
        <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
          {sellerDeliveryMessages.saveSettings}
        </Button>
      </form>
    </Card>
  )
}

function useSettingsForm(settings: Settings) {
  const [save] = sellerDeliveryApi.useSaveSettingsMutation()
  const [read] = sellerDeliveryApi.useLazyGetDeliveryQuery()
  return useRevisedForm<Values, Settings>({
    name: 'delivery-settings',
    rules,
    settings,
    valuesOf,
    save: async ({ dispatch_days, ...values }) => {
      const { data, error } = await save({
        ...values,
        dispatch_days: dispatch_days === '' ? null : Number(dispatch_days),
      })
      return data ? { data: data.settings } : { error }
    },
    readNewest: async () => (await read()).data?.settings,
    errors: deliveryErrors,
    failed: sellerDeliveryMessages.settingsFailed,
    onSaved: () => showSuccess(sellerDeliveryMessages.settingsSaved),
  })
}
