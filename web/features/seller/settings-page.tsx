import { Suspense, useId, useState } from 'react'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { AWNINGS } from '../../../shared/catalog/awnings.ts'
import { sellerPageErrors } from '../../../shared/catalog/errors.ts'
import { MAX_HANDLE_LENGTH, sellerPath } from '../../../shared/catalog/handles.ts'
import { sellerFormMessages } from '../../../shared/catalog/seller-form-messages.ts'
import type { OwnSellerPage } from '../../../shared/catalog/seller-schema.ts'
import { knownErrorOf } from '../../api/api.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { failureOf } from '../../api/failure-text.ts'
import { removePicture, uploadOwnPicture } from '../../session/change-profile.ts'
import { DraftOffer } from '../../session/use-draft.tsx'
import { useDraftedForm } from '../../session/use-drafted-form.ts'
import { useSession } from '../../session/use-session.ts'
import { Awning } from '../../ui/awning.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote, leaveFocusNear } from '../../ui/failure-note.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/list/loaded.tsx'
import { loadCode } from '../../ui/load-code.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { RichTextField } from '../../ui/rich-text/rich-text-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SettingsPage } from '../accounts/settings-page.tsx'
import { usePictureUpload } from '../accounts/use-picture-upload.tsx'
import { sellerApi } from './seller-api.ts'

/** The settings of a seller, with their page in the shop. */
export function SellerSettingsPage() {
  return (
    <SettingsPage heading={accountMessages.sellerSettingsHeading}>
      <PageCard />
    </SettingsPage>
  )
}

const pageRules = async () =>
  (await loadCode(() => import('../../../shared/catalog/seller-schema.ts'), true)).pageFormSchema

function PageCard() {
  const result = sellerApi.useGetOwnPageQuery()
  return (
    <Card
      id="own-page"
      title={sellerFormMessages.heading}
      aside={
        <span className="flex flex-wrap gap-x-5">
          <Link to="/seller/settings/shop" className="py-1 text-sm font-medium underline">
            {sellerFormMessages.openShop}
          </Link>
          <Link to="/seller/delivery" className="py-1 text-sm font-medium underline">
            {sellerFormMessages.delivery}
          </Link>
          {result.data && (
            <Link to={sellerPath(result.data.handle)} className="py-1 text-sm font-medium underline">
              {sellerFormMessages.view}
            </Link>
          )}
        </span>
      }
    >
      <Loaded result={result} failure={sellerFormMessages.loadFailed} skeleton="h-100" isForm>
        {(page) => <PageForm page={page} />}
      </Loaded>
    </Card>
  )
}

function PageForm({ page }: { page: OwnSellerPage }) {
  const dispatch = useAppDispatch()
  const [save] = sellerApi.useSavePageMutation()
  const [base, setBase] = useState(page)
  const { formProps, field, form, failure, busy, offer, showSaved } = useDraftedForm('seller-page', {
    rules: pageRules,
    defaultValues: valuesOf(base),
    send: async (values) => {
      const saved = await save({ ...values, awning: Number(values.awning), revision: base.revision })
      if ('error' in saved) {
        const { text, ...more } = failureOf(saved.error, sellerPageErrors, sellerFormMessages.saveFailed)
        return {
          ...more,
          text,
          fields: knownErrorOf(saved.error, sellerPageErrors)?.code === 'handle_taken' ? ['handle'] : [],
        }
      }
      if (base.banner !== saved.data.banner) void dispatch(removePicture(base.banner))
      setBase(saved.data)
      showSaved(values, valuesOf(saved.data))
      showSuccess(sellerFormMessages.saved)
      return null
    },
  })
  /** Only the initial value, as the editor has its own state. */
  const [about, setAbout] = useState(form.getValues('about'))
  const banner = form.watch('banner')

  function restore(values: unknown): void {
    offer.onRestore(values)
    setAbout(form.getValues('about'))
  }

  return (
    <form {...formProps} className="grid gap-5">
      <DraftOffer {...offer} onRestore={restore} />
      <TextField
        label={sellerFormMessages.handle}
        {...field('handle')}
        hint={sellerFormMessages.handleHint()}
        maxLength={MAX_HANDLE_LENGTH}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Suspense fallback={<Skeleton className="h-71 rounded-field sm:h-64" />}>
        <RichTextField
          label={sellerFormMessages.aboutField}
          hint={sellerFormMessages.aboutHint()}
          required={false}
          initial={about}
          onChange={(html) => form.setValue('about', html, { shouldDirty: true })}
          error={form.formState.errors.about?.message}
        />
      </Suspense>
      <BannerField value={banner} onChange={(address) => form.setValue('banner', address, { shouldDirty: true })} />
      <AwningField
        value={form.watch('awning')}
        onChange={(awning) => form.setValue('awning', awning, { shouldDirty: true })}
      />
      <FailureNote {...failure} />
      <Button type="submit" busy={busy} className="justify-self-start">
        {sellerFormMessages.save}
      </Button>
    </form>
  )
}

function valuesOf({ handle, about, banner, awning }: OwnSellerPage) {
  return { handle, about, banner, awning: String(awning) }
}

interface AwningFieldProps {
  /** The number of the awning's colors. */
  value: string
  onChange: (value: string) => void
}

function AwningField({ value, onChange }: AwningFieldProps) {
  const hint = useId()
  return (
    <fieldset className="grid gap-2" aria-describedby={hint}>
      <legend className="mb-1.5 text-sm font-medium">{sellerFormMessages.awning}</legend>
      <p id={hint} className="text-sm text-muted">
        {sellerFormMessages.awningHint}
      </p>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-6">
        {AWNINGS.map(([color], index) => (
          <label
            key={color}
            className="cursor-pointer rounded-field border border-line p-2 has-checked:border-ink has-checked:inset-ring has-checked:inset-ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={`${hint}-colors`}
              aria-label={sellerFormMessages.awningNumber({ number: index + 1 })}
              checked={String(index) === value}
              onChange={() => onChange(String(index))}
              className="sr-only"
            />
            <Awning form="valance" of={index} className="h-7" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface BannerFieldProps {
  /** The address of the picture; empty for none. */
  value: string
  onChange: (address: string) => void
}

function BannerField({ value, onChange }: BannerFieldProps) {
  const id = useId()
  const { userId } = useSession()
  const dispatch = useAppDispatch()
  const { busy, choose, input, status } = usePictureUpload(sellerFormMessages.banner, async (file, onProgress) => {
    const stored = await dispatch(uploadOwnPicture(userId, file, onProgress))
    if ('failure' in stored) return stored.failure
    onChange(stored.address)
    return null
  })

  return (
    <fieldset className="grid gap-2" aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 text-sm font-medium">{sellerFormMessages.banner}</legend>
      {value && <img src={value} alt="" className="aspect-[4/1] w-full rounded-picture bg-tile object-cover" />}
      <p id={`${id}-hint`} className="text-sm text-muted">
        {sellerFormMessages.bannerHint}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" busy={busy} onClick={choose}>
          {value ? sellerFormMessages.replaceBanner : sellerFormMessages.chooseBanner}
        </Button>
        {value && (
          <Button ref={leaveFocusNear} variant="dangerGhost" size="small" onClick={() => onChange('')}>
            {sellerFormMessages.removeBanner}
          </Button>
        )}
      </div>
      {input}
      {status}
    </fieldset>
  )
}
