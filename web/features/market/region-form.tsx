import { countryName, countryOptions } from '../../../shared/delivery/country-names.ts'
import { byLocale } from '../../../shared/kernel/language.ts'
import { CURRENCIES, ENGLISH_LOCALES } from '../../../shared/kernel/regions.ts'
import { marketErrors } from '../../../shared/market/errors.ts'
import { marketMessages } from '../../../shared/market/messages.ts'
import type { MarketSettings, RegionForm as RegionValues } from '../../../shared/market/schema.ts'
import { DraftOffer } from '../../session/use-draft.tsx'
import { useCan } from '../../session/use-rights.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Choice, type ChoiceOption } from '../../ui/form/fields.tsx'
import { loadCode } from '../../ui/load-code.ts'
import { ConflictNote } from './conflict-note.tsx'
import { marketApi } from './market-api.ts'
import { SaveAndPreview } from './preview-button.tsx'
import type { EditProps } from './shown-again.ts'
import { useRevisedForm } from './use-revised-form.ts'

const rules = async () => (await loadCode(() => import('../../../shared/market/schema.ts'), true)).regionFormSchema

const currencyNames = byLocale((locale) => new Intl.DisplayNames(locale, { type: 'currency' }))

const currencyOptions = (): ChoiceOption[] =>
  CURRENCIES.map((value) => ({ value, text: `${value} – ${currencyNames().of(value)}` }))
const localeOptions = (): ChoiceOption[] =>
  ENGLISH_LOCALES.map((value) => ({ value, text: countryName(value.slice('en-'.length)) }))

function zoneOptions(present: string): ChoiceOption[] {
  const zones = new Set(['UTC', present, ...Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'))])
  return Array.from(zones, (value) => ({ value, text: value }))
}

interface RegionFormProps extends EditProps {
  /** `secondary` beside another form. */
  variant?: 'secondary'
}

/** The country, the currency and the time zone of the marketplace. */
export function RegionForm({ settings, onSaved, variant }: RegionFormProps) {
  const { region } = settings
  const { currency_in_use, time_zone_set } = region
  const [save] = marketApi.useSaveRegionMutation()
  const [preview] = marketApi.usePreviewRegionMutation()
  const [readNewest] = marketApi.useLazyGetMarketSettingsQuery()
  const isOwner = useCan()('owner')
  const staysInCurrency = currency_in_use || !isOwner
  const { formProps, form, failure, busy, offer, theirs, resolve } = useRevisedForm<RegionValues, MarketSettings>({
    name: 'market-region',
    rules,
    settings,
    valuesOf,
    // What cannot be chosen is what it was when it was last read.
    save: (values) =>
      save({
        ...values,
        ...(staysInCurrency && { currency: region.currency }),
        ...(time_zone_set && { time_zone: region.time_zone }),
      }),
    readNewest: async () => (await readNewest()).data,
    errors: marketErrors,
    failed: marketMessages.saveFailed,
    onSaved,
  })
  const choice = (name: keyof RegionValues) => ({
    label: marketMessages.fields[name],
    name,
    value: form.watch(name),
    onChange: (value: string) => form.setValue(name, value as RegionValues[typeof name], { shouldDirty: true }),
  })
  const notChosen = { value: '', text: marketMessages.noCountry }
  const whyCurrencyStays = currency_in_use ? marketErrors.currency_in_use.text : marketMessages.currencyOfOwners
  return (
    <form {...formProps} className="grid gap-5">
      <DraftOffer {...offer} />
      <Choice {...choice('country')} hint={marketMessages.countryHint} options={[notChosen, ...countryOptions()]} />
      <Choice
        {...choice('currency')}
        hint={staysInCurrency ? whyCurrencyStays : marketMessages.currencyHint}
        disabled={staysInCurrency}
        options={currencyOptions()}
      />
      <Choice {...choice('locale')} hint={marketMessages.localeHint} options={localeOptions()} />
      <Choice
        {...choice('time_zone')}
        hint={time_zone_set ? marketErrors.time_zone_set.text : marketMessages.timeZoneHint}
        disabled={time_zone_set}
        options={zoneOptions(region.time_zone)}
      />
      {theirs && (
        <ConflictNote
          labels={marketMessages.fields}
          textOf={PLACES}
          mine={form.getValues()}
          theirs={theirs}
          onResolve={resolve}
        />
      )}
      <FailureNote {...failure} />
      <SaveAndPreview
        save={marketMessages.save}
        variant={variant}
        busy={busy}
        refusals={marketErrors}
        check={form.trigger}
        preview={() => preview(form.getValues())}
      />
    </form>
  )
}

function valuesOf({ region }: MarketSettings): RegionValues {
  const { currency_in_use: _inUse, time_zone_set: _set, ...values } = region
  return values
}

const placeOf = (code: string) => (code === '' ? marketMessages.noCountry : countryName(code))
const PLACES = {
  country: ({ country }: RegionValues) => placeOf(country),
  locale: ({ locale }: RegionValues) => placeOf(locale.slice('en-'.length)),
}
