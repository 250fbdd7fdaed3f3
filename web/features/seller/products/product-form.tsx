import { type ReactNode, useEffect, useRef, useState } from 'react'
import { MAX_PRODUCT_NAME_LENGTH } from '../../../../shared/catalog/constants.ts'
import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import { GOODS_KINDS, type GoodsKind } from '../../../../shared/delivery/constants.ts'
import { formMessages } from '../../../../shared/kernel/messages.ts'
import { currencySign, MAX_PRICE_CENTS, toDollars } from '../../../../shared/kernel/money.ts'
import { useAppDispatch } from '../../../api/app-store.ts'
import { writeDraft } from '../../../session/form-drafts.ts'
import { useUnsavedForm } from '../../../session/unsaved-forms.ts'
import { DraftOffer } from '../../../session/use-draft.tsx'
import { useFormChanges } from '../../../session/use-drafted-form.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote, type FailureNoteProps } from '../../../ui/failure-note.tsx'
import { NumberField } from '../../../ui/form/fields.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { type CheckedForm, type Problem, useCheckedForm } from '../../../ui/form/use-checked-form.ts'
import { FieldSkeletons, RowSkeletons } from '../../../ui/list/list-skeleton.tsx'
import { loadCode } from '../../../ui/load-code.ts'
import { showErrorOfAlert } from '../../../ui/overlay/toasts.tsx'
import { passFocusOn } from '../../../ui/page.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { RichTextField } from '../../../ui/rich-text/rich-text-field.tsx'
import { LoadingNote, Skeleton } from '../../../ui/skeleton.tsx'
import { isStockProblem, type StockProblem, withCurrentNumber } from '../stock/stock-draft.ts'
import { CategoryField } from './category-field.tsx'
import { ConflictNote, withoutGone } from './conflict-note.tsx'
import { PictureFields } from './picture-fields.tsx'
import { releasePicture } from './pictures.ts'
import { EMPTY_DRAFT, isSameDraft, nameChanges, type ProductDraft, picturesOf, uploadOf } from './product-draft.ts'
import { ProductPreview } from './product-preview.tsx'
import { StockFields } from './stock-fields.tsx'
import {
  discardUnsentDraft,
  draftName,
  type FormStart,
  readUnsentDraft,
  storeUnsentDraft,
  type UnsentDraft,
} from './unsent-draft.ts'

export interface ProductSubmission extends ReturnType<typeof uploadOf> {
  onProgress: (sent: number) => void
}

interface ProductFormProps {
  /** Defaults to an empty form for a new product. */
  start?: FormStart
  /** A newer edit, which caused a refusal of the last save; null without one. */
  newer?: FormStart | null
  /** Restarts the form from the newer edit, with or without its current input. */
  onResolve?: (isTheirs: boolean) => void
  submitText: string
  /** Sends the product. Returns the error; null on success. */
  onSubmit: (submission: ProductSubmission) => Promise<Problem | null>
  failedToast: string
  onSaved: () => void
  /** Called with the name as it is typed. */
  onName: (name: string) => void
  /** Units that running checkouts have reserved. */
  reserved?: number
  stockHistory?: ReactNode
}

const card = 'rounded-picture border border-line bg-surface p-4 sm:p-6'

const NEW_PRODUCT: FormStart = { form: 'new', initial: EMPTY_DRAFT }

/** The form for new and edited products. Restores this tab's unsaved changes, and offers those of a closed tab. */
export function ProductForm({ start = NEW_PRODUCT, newer = null, onResolve, ...props }: ProductFormProps) {
  const dispatch = useAppDispatch()
  const [unsent, setUnsent] = useState(() => dispatch(readUnsentDraft(start)))
  useEffect(() => {
    if (!(unsent instanceof Promise)) return
    let isWaiting = true
    void unsent.then((read) => isWaiting && setUnsent(read))
    return () => {
      isWaiting = false
    }
  }, [unsent])
  if (unsent instanceof Promise) return <FormSkeleton />

  function discard() {
    dispatch(discardUnsentDraft(start.form))
    setUnsent(null)
  }

  function restore(values: unknown) {
    dispatch(writeDraft(draftName(start.form), values))
    setUnsent(dispatch(readUnsentDraft(start)))
  }

  function resolve(isTheirs: boolean) {
    if (isTheirs) discard()
    else if (unsent) setUnsent({ ...unsent, isOutdated: false })
    onResolve?.(isTheirs)
  }

  return (
    <ProductFields
      key={unsent ? 'unsent' : 'initial'}
      {...props}
      start={start}
      unsent={unsent}
      newer={newer ?? (unsent?.isOutdated ? start : null)}
      onDiscard={discard}
      onResolve={resolve}
    >
      <DraftOffer
        name={draftName(start.form)}
        onRestore={restore}
        onDiscard={() => dispatch(discardUnsentDraft(start.form))}
      />
    </ProductFields>
  )
}

interface ProductFieldsProps extends ProductFormProps {
  start: FormStart
  unsent: UnsentDraft | null
  newer: FormStart | null
  onDiscard: () => void
  onResolve: (isTheirs: boolean) => void
  children: ReactNode
}

function ProductFields({
  submitText,
  newer,
  onDiscard,
  onResolve,
  onName,
  reserved = 0,
  stockHistory,
  children,
  ...props
}: ProductFieldsProps) {
  const { start, unsent } = props
  const dispatch = useAppDispatch()
  const element = useRef<HTMLFormElement>(null)
  const [details] = useState((unsent?.draft ?? start.initial).product_desc)
  const { formProps, field, form, failure, busy, sent, isDirty } = useProductForm(props)
  // The number of inputs that are still compressing pictures.
  const [preparing, setPreparing] = useState(0)
  const onBusy = (isBusy: boolean) => setPreparing((count) => count + (isBusy ? 1 : -1))
  const { errors, isSubmitted } = form.formState
  const draft = form.watch()
  useEffect(() => onName(draft.product_name.trim()), [draft.product_name, onName])
  const set: typeof form.setValue = (name, value) => form.setValue(name, value, { shouldValidate: isSubmitted })
  useUnsavedForm({
    isDirty: () => isDirty() || preparing > 0,
    discard: () => dispatch(discardUnsentDraft(start.form)),
  })

  return (
    <form ref={element} {...formProps} className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[1fr_22rem]">
      {children}
      {unsent && <UnsentDraftNote draft={unsent} onDiscard={onDiscard} />}
      <div inert={sent !== null} className={`${card} grid min-w-0 gap-5`}>
        <BasicFields field={field} kind={draft.delivery_kind} onKind={(kind) => set('delivery_kind', kind)} />
        <StockFields field={field} form={form} set={set} reserved={reserved} history={stockHistory} />
        <RichTextField
          label={productFormMessages.details}
          initial={details}
          onChange={(html) => set('product_desc', html)}
          error={errors.product_desc?.message}
        />
        <CategoryField chosen={draft.product_category} onChange={(chosen) => set('product_category', chosen)} />
      </div>
      <div inert={sent !== null} className="grid min-w-0 grid-cols-1 gap-6">
        <ProductPreview draft={draft} form={start.form} className={`${card} max-lg:order-last`} />
        <div className={`${card} min-w-0`}>
          <PictureFields
            pictures={draft.pictures}
            onChange={(change) => set('pictures', change(form.getValues('pictures')))}
            error={errors.pictures?.message}
            onBusy={onBusy}
          />
        </div>
      </div>
      {newer && (
        <ConflictNote
          mine={draft}
          theirs={newer.initial}
          onResolve={(isTheirs) => {
            if (isTheirs) return onResolve(true)
            set('pictures', withoutGone(form.getValues(), start.initial, newer.initial))
            const { on_hand, on_hand_seen } = withCurrentNumber(form.getValues(), newer.initial)
            set('on_hand', on_hand)
            set('on_hand_seen', on_hand_seen)
            onResolve(false)
            element.current?.requestSubmit()
          }}
        />
      )}
      <SaveBar
        text={submitText}
        changes={nameChanges(start.initial, draft)}
        busy={busy || preparing > 0}
        sent={sent}
        failure={newer ? null : failure}
      />
    </form>
  )
}

interface BasicFieldsProps extends Pick<CheckedForm<ProductDraft>, 'field'> {
  kind: GoodsKind
  onKind: (kind: GoodsKind) => void
}

function BasicFields({ field, kind, onKind }: BasicFieldsProps) {
  return (
    <>
      <TextField
        label={productFormMessages.name}
        {...field('product_name')}
        maxLength={MAX_PRODUCT_NAME_LENGTH}
        required
      />
      <NumberField
        label={productFormMessages.price}
        {...field('product_price')}
        inputMode="decimal"
        min={0}
        max={toDollars(MAX_PRICE_CENTS)}
        step={0.01}
        prefix={currencySign()}
        className="max-w-60"
        required
      />
      <RadioGroup
        legend={productFormMessages.delivery}
        name="delivery-kind"
        options={GOODS_KINDS.map((value) => ({ value, label: productFormMessages.deliveryKinds[value] }))}
        value={kind}
        onChange={onKind}
      />
      {kind === 'parcel' && (
        <TextField
          label={productFormMessages.weight}
          {...field('weight')}
          hint={productFormMessages.weightHint}
          maxLength={20}
          className="max-w-60"
        />
      )}
    </>
  )
}

const loadRules = async () => (await loadCode(() => import('./product-rules.ts'), true)).productRules

function useProductForm({
  start,
  unsent,
  onSubmit,
  failedToast,
  onSaved,
}: Pick<ProductFieldsProps, 'start' | 'unsent' | 'onSubmit' | 'failedToast' | 'onSaved'>) {
  const dispatch = useAppDispatch()
  /** The fraction sent, 0 to 1; null when nothing is being sent. */
  const [sent, setSent] = useState<number | null>(null)
  const isSaved = useRef(false)

  async function send(draft: ProductDraft): Promise<Problem | null> {
    setSent(0)
    const refusal = await onSubmit({ ...uploadOf(draft, start.initial), onProgress: setSent })
    setSent(null)
    if (refusal !== null && isStockProblem(refusal)) {
      showStockProblem(refusal, draft)
      return null
    }
    if (refusal !== null) return refusal
    isSaved.current = true
    dispatch(discardUnsentDraft(start.form))
    onSaved()
    return null
  }

  const checked = useCheckedForm<ProductDraft>({
    rules: loadRules,
    defaultValues: unsent?.draft ?? start.initial,
    send,
    failedToast,
  })
  function showStockProblem({ text, present }: StockProblem, { counted }: ProductDraft): void {
    if (present) checked.form.setValue('on_hand_seen', present.on_hand_seen)
    checked.form.setError(counted ? 'on_hand' : 'counted', { message: text })
    showErrorOfAlert(failedToast)
  }
  useFormChanges(checked.form, (draft) => dispatch(storeUnsentDraft(start, draft)))
  const { getValues } = checked.form
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      // Releases the memory of new pictures, except after the double mount of development.
      queueMicrotask(() => isMounted.current || picturesOf(getValues()).forEach(releasePicture))
    }
  }, [getValues])
  return { ...checked, sent, isDirty: () => !isSaved.current && !isSameDraft(start.initial, getValues()) }
}

interface SaveBarProps {
  text: string
  changes: readonly string[]
  busy: boolean
  /** The fraction sent, 0 to 1; null when nothing is being sent. */
  sent: number | null
  failure: FailureNoteProps | null
}

function SaveBar({ text, changes, busy, sent, failure }: SaveBarProps) {
  const button = useRef<HTMLButtonElement>(null)
  const isSending = sent !== null
  // From the fields, which are inert meanwhile.
  useEffect(() => {
    if (isSending) button.current?.focus({ preventScroll: true })
  }, [isSending])
  return (
    <div className="form-bar sticky bottom-(--area-bar,0px) low:static z-20 -mx-4 grid gap-3 border-t border-line bg-surface px-4 py-3 sm:mx-0 sm:rounded-t-picture sm:border-x lg:col-span-2">
      {failure && <FailureNote {...failure} />}
      {isSending && <Progress label={productFormMessages.sending} value={sent} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* At the start of the line, as toasts appear at its end. */}
        <Button ref={button} type="submit" busy={busy} className="max-sm:grow">
          {text}
        </Button>
        <p role="status" className="min-w-0 text-sm text-muted wrap-anywhere">
          {changes.length ? productFormMessages.changed({ names: changes }) : productFormMessages.nothingChanged}
        </p>
      </div>
    </div>
  )
}

function UnsentDraftNote({ draft, onDiscard }: { draft: UnsentDraft; onDiscard: () => void }) {
  return (
    <div
      ref={passFocusOn}
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-field bg-info-tint px-4 py-3 text-info lg:col-span-2"
    >
      <div className="grid min-w-0 gap-1">
        <p className="font-medium">{formMessages.draftRestored}</p>
        {draft.lacksPictures && <p>{productFormMessages.draftWithoutPictures}</p>}
      </div>
      <Button variant="secondary" size="small" onClick={onDiscard}>
        {formMessages.discardDraft}
      </Button>
    </div>
  )
}

/** The skeleton of the product form. */
export function FormSkeleton() {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <LoadingNote />
      <FieldSkeletons className="h-383.5 sm:h-293.25" />
      <div className="grid gap-6">
        <RowSkeletons className="h-50 max-lg:order-last sm:h-54 lg:h-89" />
        <FieldSkeletons className="h-209 sm:h-151 lg:h-218.75" />
      </div>
      <Skeleton className="h-17.25 rounded-field lg:col-span-2" />
    </div>
  )
}
