import {
  MAX_CONTACT_LINES,
  MAX_MARKET_ABOUT,
  MAX_MARKET_NAME,
  MAX_SOCIAL_LINK,
  NETWORKS,
} from '../../../shared/market/constants.ts'
import { marketErrors } from '../../../shared/market/errors.ts'
import { marketMessages } from '../../../shared/market/messages.ts'
import type { MarketSettings, MarketForm as MarketValues } from '../../../shared/market/schema.ts'
import { DraftOffer } from '../../session/use-draft.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Choice, TextArea } from '../../ui/form/fields.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { CheckedForm } from '../../ui/form/use-checked-form.ts'
import { loadCode } from '../../ui/load-code.ts'
import { ConflictNote } from './conflict-note.tsx'
import { marketApi } from './market-api.ts'
import { SaveAndPreview } from './preview-button.tsx'
import type { EditProps } from './shown-again.ts'
import { useRevisedForm } from './use-revised-form.ts'

const rules = async () => (await loadCode(() => import('../../../shared/market/schema.ts'), true)).marketFormSchema

const PRODUCTS_LINKS = [
  { value: 'none', text: marketMessages.productsLinkNone },
  { value: 'all', text: marketMessages.productsLinkAll },
]

/** The name and the footer of the marketplace. */
export function MarketForm(props: EditProps) {
  const { settings } = props
  const [preview] = marketApi.usePreviewMarketMutation()
  const { formProps, field, form, failure, busy, offer, theirs, resolve } = useMarketForm(props)
  return (
    <form {...formProps} className="grid gap-5">
      <DraftOffer {...offer} />
      <TextField
        label={marketMessages.fields.name}
        {...field('name')}
        hint={marketMessages.nameHint}
        maxLength={MAX_MARKET_NAME}
        autoComplete="off"
        required
      />
      <TextArea
        label={marketMessages.fields.about}
        {...field('about')}
        hint={marketMessages.aboutHint}
        maxLength={MAX_MARKET_ABOUT}
        rows={3}
      />
      <TextArea
        label={marketMessages.fields.contact}
        {...field('contact')}
        hint={marketMessages.contactHint()}
        rows={MAX_CONTACT_LINES}
      />
      <Choice
        label={marketMessages.fields.products_link}
        name="products_link"
        value={form.watch('products_link')}
        onChange={(value) =>
          form.setValue('products_link', value as MarketValues['products_link'], { shouldDirty: true })
        }
        options={PRODUCTS_LINKS}
      />
      <fieldset className="grid gap-4 border-t border-line pt-5">
        <legend className="float-start w-full font-semibold">{marketMessages.social}</legend>
        <p className="-mt-3 text-sm text-muted">{marketMessages.socialHint}</p>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {NETWORKS.map((network) => (
            <TextField
              key={network}
              label={marketMessages.fields[network]}
              {...field(network)}
              type="url"
              placeholder="https://"
              autoComplete="off"
              maxLength={MAX_SOCIAL_LINK}
            />
          ))}
        </div>
      </fieldset>
      <ColorFields field={field} form={form} used={settings.used} />
      {theirs && (
        <ConflictNote labels={marketMessages.fields} mine={form.getValues()} theirs={theirs} onResolve={resolve} />
      )}
      <FailureNote {...failure} />
      <SaveAndPreview
        save={marketMessages.save}
        busy={busy}
        refusals={marketErrors}
        check={form.trigger}
        preview={() => preview(form.getValues())}
      />
    </form>
  )
}

const COLORS = [
  { name: 'brand_color', hint: marketMessages.brandHint },
  { name: 'accent_color', hint: marketMessages.accentHint },
] as const

type ColorFieldsProps = Pick<CheckedForm<MarketValues>, 'field' | 'form'> & Pick<MarketSettings, 'used'>

function ColorFields({ field, form, used }: ColorFieldsProps) {
  return (
    <fieldset className="grid gap-4 border-t border-line pt-5">
      <legend className="float-start w-full font-semibold">{marketMessages.colors}</legend>
      <p className="-mt-3 text-sm text-muted">{marketMessages.colorsHint}</p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {COLORS.map(({ name, hint }) => (
          <div key={name} className="grid gap-2">
            <TextField
              label={marketMessages.fields[name]}
              {...field(name)}
              hint={hint}
              autoComplete="off"
              spellCheck={false}
              maxLength={MAX_COLOR_LENGTH}
              suffix={form.watch(name) && <Swatch color={form.watch(name)} className="absolute inset-y-2 end-2 w-12" />}
            />
            {used[name] && <UsedColor chosen={form.formState.defaultValues?.[name] ?? ''} used={used[name]} />}
          </div>
        ))}
      </div>
    </fieldset>
  )
}

const MAX_COLOR_LENGTH = 7

function UsedColor({ chosen, used }: { chosen: string; used: { light: string; dark: string } }) {
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
      {[chosen, used.light, used.dark].map((color, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same color may stand in each place
        <Swatch key={index} color={color} className="size-6" />
      ))}
      {marketMessages.usedColors(used)} {used.light !== chosen && marketMessages.darkened}
    </p>
  )
}

function Swatch({ color, className }: { color: string; className: string }) {
  return <span aria-hidden className={`rounded-field border border-line ${className}`} style={{ background: color }} />
}

function useMarketForm({ settings, onSaved }: EditProps) {
  const [save] = marketApi.useSaveMarketMutation()
  const [readNewest] = marketApi.useLazyGetMarketSettingsQuery()
  return useRevisedForm<MarketValues, MarketSettings>({
    name: 'market',
    rules,
    settings,
    valuesOf,
    save,
    readNewest: async () => (await readNewest()).data,
    errors: marketErrors,
    failed: marketMessages.saveFailed,
    onSaved,
  })
}

function valuesOf({
  revision: _revision,
  used: _used,
  region: _region,
  logo: _logo,
  icon: _icon,
  ...values
}: MarketSettings): MarketValues {
  return values
}
