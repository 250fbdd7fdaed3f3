import {
  MAX_BANNER_ACTION,
  MAX_BANNER_PATH,
  MAX_BANNER_TEXT,
  MAX_BANNER_TITLE,
  MIDDLE,
} from '../../../../shared/banners/constants.ts'
import { bannerErrors } from '../../../../shared/banners/errors.ts'
import { bannerMessages } from '../../../../shared/banners/messages.ts'
import type { AdminBanner } from '../../../../shared/banners/schema.ts'
import { timeZone } from '../../../../shared/kernel/locale.ts'
import { DraftOffer } from '../../../session/use-draft.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { NumberField, TextArea } from '../../../ui/form/fields.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { CheckedForm } from '../../../ui/form/use-checked-form.ts'
import { useNavigateFromHere } from '../../../ui/hooks.ts'
import { loadCode } from '../../../ui/load-code.ts'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { ConflictNote } from '../../market/conflict-note.tsx'
import { PictureButtons } from '../../market/picture-buttons.tsx'
import { SaveAndPreview } from '../../market/preview-button.tsx'
import { useRevisedForm } from '../../market/use-revised-form.ts'
import { pictureOf } from './banner-parts.tsx'
import { type BannerValues, bannersApi } from './banners-api.ts'
import { FocusPicker } from './focus-picker.tsx'

const rules = async () => (await loadCode(() => import('../../../../shared/banners/schema.ts'), true)).bannerFormSchema

type Settings = Pick<AdminBanner, keyof BannerValues | 'revision'> & { banner_number?: number }

const NEW: Settings = {
  revision: 0,
  title: '',
  text: '',
  action: '',
  path: '/',
  focus_x: MIDDLE,
  focus_y: MIDDLE,
  shown_from: '',
  shown_to: '',
}

function valuesOf({ title, text, action, path, focus_x, focus_y, shown_from, shown_to }: Settings): BannerValues {
  return { title, text, action, path, focus_x: String(focus_x), focus_y: String(focus_y), shown_from, shown_to }
}

interface BannerFormProps {
  /** Absent for one that is added. */
  banner: AdminBanner | undefined
}

/** The texts, the target, the times and the picture of a banner. */
export function BannerForm({ banner }: BannerFormProps) {
  const { formProps, field, form, failure, busy, offer, theirs, resolve } = useBannerForm(banner)
  const [preview] = bannersApi.usePreviewBannerMutation()
  const { fields } = bannerMessages
  return (
    <form {...formProps} className="grid min-w-0 grid-cols-1 gap-5">
      <DraftOffer {...offer} />
      <TextField label={fields.title} {...field('title')} maxLength={MAX_BANNER_TITLE} autoComplete="off" required />
      <TextArea label={fields.text} {...field('text')} maxLength={MAX_BANNER_TEXT} rows={2} />
      <TextField label={fields.action} {...field('action')} maxLength={MAX_BANNER_ACTION} autoComplete="off" required />
      <TextField
        label={fields.path}
        {...field('path')}
        hint={bannerMessages.pathHint}
        maxLength={MAX_BANNER_PATH}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <fieldset className="grid items-start gap-4 sm:grid-cols-2">
        {(['shown_from', 'shown_to'] as const).map((name) => (
          <TextField
            key={name}
            label={bannerMessages.timeIn({ name: fields[name], zone: timeZone() })}
            {...field(name)}
            type="datetime-local"
            min="2000-01-01T00:00"
            max="2999-12-31T23:59"
          />
        ))}
        <p className="text-sm text-muted sm:col-span-2">{bannerMessages.timesHint}</p>
      </fieldset>
      <section aria-labelledby="picture" className="grid gap-4 border-t border-line pt-5">
        <h2 id="picture" className="display text-lg">
          {fields.picture}
        </h2>
        {banner ? <BannerPicture banner={banner} /> : <p className="text-muted">{bannerMessages.pictureAfterSaving}</p>}
        {banner?.picture && <FocusFields picture={pictureOf(banner, 1280)} field={field} form={form} />}
      </section>
      {theirs && <ConflictNote labels={fields} mine={form.getValues()} theirs={theirs} onResolve={resolve} />}
      <FailureNote {...failure} />
      <SaveAndPreview
        save={bannerMessages.save}
        busy={busy}
        refusals={bannerErrors}
        check={form.trigger}
        preview={() => preview({ ...form.getValues(), banner_number: banner?.banner_number })}
      />
    </form>
  )
}

type FocusFieldsProps = Pick<CheckedForm<BannerValues>, 'field' | 'form'> & { picture: string }

function FocusFields({ picture, field, form }: FocusFieldsProps) {
  const [x, y] = form.watch(['focus_x', 'focus_y'])
  const set = (name: 'focus_x' | 'focus_y', value: number) =>
    form.setValue(name, String(value), { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  return (
    <>
      <FocusPicker
        picture={picture}
        x={Number(x) || 0}
        y={Number(y) || 0}
        onChange={(left, top) => {
          set('focus_x', left)
          set('focus_y', top)
        }}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {(['focus_x', 'focus_y'] as const).map((name) => (
          <NumberField key={name} label={bannerMessages.fields[name]} {...field(name)} inputMode="numeric" />
        ))}
      </div>
    </>
  )
}

function useBannerForm(banner: AdminBanner | undefined) {
  const navigate = useNavigateFromHere()
  const [add] = bannersApi.useAddBannerMutation()
  const [save] = bannersApi.useSaveBannerMutation()
  const [readAll] = bannersApi.useLazyListBannersQuery()
  const number = banner?.banner_number
  return useRevisedForm<BannerValues, Settings>({
    name: `banner-${number ?? 'new'}`,
    rules,
    settings: banner ?? NEW,
    valuesOf,
    save: ({ revision, ...values }) =>
      number === undefined ? add(values) : save({ ...values, revision, banner_number: number }),
    readNewest: async () => (await readAll()).data?.banners.find(({ banner_number }) => banner_number === number),
    errors: bannerErrors,
    failed: bannerMessages.saveFailed,
    onSaved: (saved) => {
      if (number === undefined) navigate(`/admin/banners/${saved.banner_number}`, { replace: true })
      showSuccess(bannerMessages.saved)
    },
  })
}

/** The picture of a banner, which is saved for itself. */
function BannerPicture({ banner }: { banner: AdminBanner }) {
  const { banner_number: number, picture, built_in } = banner
  const [remove] = bannersApi.useRemoveBannerPictureMutation()
  return (
    <div className="grid justify-items-start gap-3">
      {!picture && (
        <>
          <p className="text-muted">{built_in ? bannerMessages.builtInPicture : bannerMessages.noPicture}</p>
          {built_in && (
            <img src={pictureOf(banner, 640)} alt="" width={480} height={240} className="max-w-full rounded-field" />
          )}
        </>
      )}
      <p className="text-sm text-muted">{bannerMessages.pictureHint()}</p>
      <PictureButtons
        label={bannerMessages.fields.picture}
        path={`/api/admin/banners/${number}/picture`}
        errors={bannerErrors}
        address={picture}
        failed={bannerMessages.changeFailed}
        remove={picture !== '' && built_in !== null && (() => remove({ number, from: picture }))}
        onChanged={() => showSuccess(bannerMessages.saved)}
      />
    </div>
  )
}
