import type { ComponentProps } from 'react'
import {
  MAX_METHOD_NAME,
  MAX_PICKUP_ADDRESS,
  METHOD_KINDS,
  type MethodKind,
  PRICES_BY,
  type PriceBy,
} from '../../../../shared/delivery/constants.ts'
import { destinationMessages } from '../../../../shared/delivery/destination-messages.ts'
import { MAX_DESTINATIONS, parseDestinations } from '../../../../shared/delivery/destinations.ts'
import { deliveryErrors } from '../../../../shared/delivery/errors.ts'
import { deliveryFormMessages } from '../../../../shared/delivery/form-messages.ts'
import { methodMessages, sellerDeliveryMessages } from '../../../../shared/delivery/method-messages.ts'
import type { SellerMethod } from '../../../../shared/delivery/schema.ts'
import { currencySign } from '../../../../shared/kernel/money.ts'
import { DraftOffer } from '../../../session/use-draft.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Checkbox, NumberField, TextArea } from '../../../ui/form/fields.tsx'
import { FormButtons } from '../../../ui/form/form-buttons.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { CheckedForm } from '../../../ui/form/use-checked-form.ts'
import { useNavigateFromHere } from '../../../ui/hooks.ts'
import { loadCode } from '../../../ui/load-code.ts'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { DestinationsField } from '../../delivery/destinations-field.tsx'
import { placesText } from '../../delivery/method-words.ts'
import { ConflictNote } from '../../market/conflict-note.tsx'
import { useRevisedForm } from '../../market/use-revised-form.ts'
import { destinationsIn, type MethodValues, methodOf, STEPS, valuesOf } from './method-values.ts'
import { sellerDeliveryApi } from './seller-delivery-api.ts'
import { WeightSteps } from './weight-steps.tsx'

const rules = async () => (await loadCode(() => import('./method-rules.ts'), true)).methodRules
const LIST = '/seller/delivery'

type Settings = Omit<SellerMethod, 'method_id'>

const NEW: Settings = {
  revision: 0,
  name: '',
  kind: 'parcel',
  destinations: [],
  price_by: 'order',
  price: 0,
  more_price: 0,
  weight_steps: [],
  free_from: null,
  days_from: 1,
  days_to: 3,
  pickup_address: '',
  active: true,
}

/** A price that was not typed yet. */
const NEW_VALUES = { price: '', more_price: '' }

/** The fields of a delivery method, or of a new one. */
export function MethodForm({ method }: { method: SellerMethod | undefined }) {
  const { formProps, field, form, failure, busy, offer, theirs, resolve } = useMethodForm(method)
  const set = (name: keyof MethodValues, value: string) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  const kind = form.watch('kind') as MethodKind
  const { fields } = sellerDeliveryMessages
  return (
    <form {...formProps} className="grid min-w-0 max-w-2xl grid-cols-1 gap-5">
      <DraftOffer {...offer} />
      <TextField
        label={fields.name}
        {...field('name')}
        hint={sellerDeliveryMessages.nameHint}
        maxLength={MAX_METHOD_NAME}
        required
      />
      <RadioGroup
        legend={fields.kind}
        name="kind"
        options={METHOD_KINDS.map((value) => ({
          value,
          label: sellerDeliveryMessages.kinds[value],
          hint: sellerDeliveryMessages.kindHints[value],
        }))}
        value={kind}
        onChange={(value) => set('kind', value)}
      />
      {kind === 'pickup' && (
        <TextArea
          label={fields.pickup_address}
          {...field('pickup_address')}
          hint={sellerDeliveryMessages.pickupHint}
          maxLength={MAX_PICKUP_ADDRESS}
          autoComplete="off"
          rows={3}
          required
        />
      )}
      <Destinations form={form} typing={field('typed_country')} onChange={(value) => set('destinations', value)} />
      <PriceFields field={field} form={form} set={set} />
      <div className="grid grid-cols-2 items-start gap-4">
        {(['days_from', 'days_to'] as const).map((name) => (
          <NumberField
            key={name}
            label={(kind === 'pickup' ? sellerDeliveryMessages.ready : fields)[name]}
            {...field(name)}
            inputMode="numeric"
            step={1}
            min={0}
            required
          />
        ))}
        <p className="col-span-full -mt-2.5 text-sm text-muted">
          {kind === 'pickup' ? sellerDeliveryMessages.readyHint : sellerDeliveryMessages.daysHint}
        </p>
      </div>
      <Checkbox checked={form.watch('active') === 'true'} onChange={(isOn) => set('active', String(isOn))}>
        {sellerDeliveryMessages.activeHint}
      </Checkbox>
      {theirs && (
        <ConflictNote
          title={sellerDeliveryMessages.changedMeanwhile}
          labels={labels()}
          textOf={TEXT_OF}
          mine={form.getValues()}
          theirs={theirs}
          onResolve={resolve}
        />
      )}
      <FailureNote {...failure} />
      <FormButtons submit={sellerDeliveryMessages.save} busy={busy} />
    </form>
  )
}

function useMethodForm(method: SellerMethod | undefined) {
  const navigate = useNavigateFromHere()
  const [add] = sellerDeliveryApi.useAddMethodMutation()
  const [save] = sellerDeliveryApi.useSaveMethodMutation()
  const [readAll] = sellerDeliveryApi.useLazyGetDeliveryQuery()
  const id = method?.method_id
  return useRevisedForm<MethodValues, Settings>({
    name: `delivery-method-${id ?? 'new'}`,
    rules,
    settings: method ?? NEW,
    valuesOf: (settings) => ({ ...valuesOf(settings), ...(id === undefined && NEW_VALUES) }),
    save: ({ revision, ...values }) => {
      const form = methodOf(values as MethodValues)
      return id === undefined ? add(form) : save({ ...form, revision, method_id: id })
    },
    readNewest: async () => (await readAll()).data?.methods.find(({ method_id }) => method_id === id),
    errors: deliveryErrors,
    failed: sellerDeliveryMessages.saveFailed,
    onSaved: () => {
      showSuccess(sellerDeliveryMessages.saved)
      navigate(LIST)
    },
  })
}

/** The values that are not text. */
const TEXT_OF: ComponentProps<typeof ConflictNote<MethodValues>>['textOf'] = {
  kind: ({ kind }) => sellerDeliveryMessages.kinds[kind as MethodKind],
  destinations: ({ kind, destinations }) =>
    placesText({ kind: kind as MethodKind, destinations: destinationsIn(destinations) }),
  price_by: ({ price_by }) => sellerDeliveryMessages.pricesBy[price_by as PriceBy],
  active: ({ active }) => (active === 'true' ? methodMessages.on : methodMessages.off),
}

function labels(): Record<keyof MethodValues, string> {
  const ofSteps = STEPS.flatMap((index) => [
    [`up_to_${index}`, sellerDeliveryMessages.stepWeight({ number: index + 1 })],
    [`step_${index}`, sellerDeliveryMessages.stepPrice({ number: index + 1 })],
  ])
  return {
    ...Object.fromEntries(ofSteps),
    ...sellerDeliveryMessages.fields,
    typed_country: destinationMessages.addCountry,
  }
}

interface DestinationsProps {
  form: CheckedForm<MethodValues>['form']
  typing: ComponentProps<typeof DestinationsField>['typing']
  onChange: (value: string) => void
}

function Destinations({ form, typing, onChange }: DestinationsProps) {
  const value = destinationsIn(form.watch('destinations'))
  return (
    <DestinationsField
      value={value}
      typing={typing}
      onChange={(destinations) => onChange(destinations.join())}
      problem={form.formState.errors.destinations && problemOf(value)}
    />
  )
}

function problemOf(destinations: string[]): ComponentProps<typeof DestinationsField>['problem'] {
  const max = MAX_DESTINATIONS
  if (destinations.length > max) return { index: max, text: deliveryFormMessages.tooManyDestinations({ max }) }
  const parsed = parseDestinations(destinations)
  if (!('problem' in parsed)) return null
  return { index: parsed.problem.index, text: deliveryFormMessages.destinationProblems[parsed.problem.kind] }
}

interface PriceFieldsProps extends Pick<CheckedForm<MethodValues>, 'field' | 'form'> {
  set: (name: keyof MethodValues, value: string) => void
}

function PriceFields({ field, form, set }: PriceFieldsProps) {
  const priceBy = form.watch('price_by') as PriceBy
  const amount = { inputMode: 'decimal', min: 0, step: 0.01, prefix: currencySign() } as const
  const { fields } = sellerDeliveryMessages
  return (
    <>
      <RadioGroup
        legend={fields.price_by}
        name="price_by"
        options={PRICES_BY.map((value) => ({ value, label: sellerDeliveryMessages.pricesBy[value] }))}
        value={priceBy}
        onChange={(value) => set('price_by', value)}
      />
      {priceBy === 'weight' && <WeightSteps field={field} form={form} set={set} amount={amount} />}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {priceBy !== 'weight' && (
          <NumberField
            label={priceBy === 'item' ? sellerDeliveryMessages.firstItem : fields.price}
            {...field('price')}
            {...amount}
            required
          />
        )}
        {priceBy === 'item' && <NumberField label={fields.more_price} {...field('more_price')} {...amount} required />}
        <NumberField
          label={fields.free_from}
          {...field('free_from')}
          {...amount}
          hint={sellerDeliveryMessages.freeFromHint}
        />
      </div>
    </>
  )
}
