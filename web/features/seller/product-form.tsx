import { type FormEvent, useCallback, useId, useRef, useState } from 'react'
import { MAX_PRODUCT_NAME_LENGTH } from '../../../shared/catalog/constants.ts'
import { MAX_PRICE_CENTS, toDollars } from '../../../shared/kernel/money.ts'
import { sellerMessages } from '../../../shared/seller/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showError } from '../../ui/toasts.tsx'
import { CategoryField } from './category-field.tsx'
import { DescriptionField } from './description-field.tsx'
import { PictureFields } from './picture-fields.tsx'
import { UnsavedChanges } from './unsaved-changes.tsx'
import { type ProductDraft, uploadOf, useProductDraft } from './use-product-draft.ts'

export interface ProductSubmission extends ReturnType<typeof uploadOf> {
  onProgress: (sent: number) => void
}

interface ProductFormProps {
  initial?: ProductDraft
  /** What the button says. */
  submitText: string
  /** Sends it. Answers what went wrong in words for the person; null when it is saved. */
  onSubmit: (submission: ProductSubmission) => Promise<string | null>
  /** Called once it is saved. */
  onSaved: () => void
}

const card = 'rounded-2xl border border-line bg-surface p-4 sm:p-6'

/** The fields of a product; the same for a new one and for one that is edited. */
export function ProductForm({ initial, submitText, onSubmit, onSaved }: ProductFormProps) {
  const { draft, change, changePictures, isDirty, markSaved } = useProductDraft(initial)
  // How many inputs are making pictures small that belong to the product already.
  const [preparing, setPreparing] = useState(0)
  const onBusy = (busy: boolean) => setPreparing((count) => count + (busy ? 1 : -1))
  const { sent, problem, missing, featuredInputId, submit } = useSubmission(draft, preparing > 0, onSubmit, () => {
    markSaved()
    onSaved()
  })
  const changeDescription = useCallback((product_desc: string) => change({ product_desc }), [change])
  return (
    <form onSubmit={submit} className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <div className={`${card} grid min-w-0 gap-5`}>
        <TextField
          label="Name"
          name="product_name"
          value={draft.product_name}
          onChange={(event) => change({ product_name: event.target.value })}
          maxLength={MAX_PRODUCT_NAME_LENGTH}
          pattern=".*\S.*"
          autoComplete="off"
          required
        />
        <TextField
          label="Price"
          name="product_price"
          type="number"
          inputMode="decimal"
          min={0}
          max={toDollars(MAX_PRICE_CENTS)}
          step={0.01}
          value={draft.product_price}
          onChange={(event) => change({ product_price: event.target.value })}
          hint="In dollars"
          className="max-w-60"
          required
        />
        <DescriptionField
          initial={initial?.product_desc ?? ''}
          onChange={changeDescription}
          error={missing === 'details' ? sellerMessages.detailsNeeded : null}
        />
        <CategoryField chosen={draft.product_category} onChange={(product_category) => change({ product_category })} />
      </div>
      <div className={`${card} min-w-0`}>
        <PictureFields
          pictures={draft.pictures}
          onChange={changePictures}
          featuredInputId={featuredInputId}
          error={missing === 'featured' ? sellerMessages.featuredImageNeeded : null}
          onBusy={onBusy}
        />
      </div>
      <SubmitRow text={submitText} preparing={preparing > 0} sent={sent} problem={problem} />
      <UnsavedChanges isDirty={() => isDirty() || preparing > 0} />
    </form>
  )
}

interface SubmitRowProps {
  text: string
  /** Pictures are not ready to be sent yet. */
  preparing: boolean
  /** The part that has been sent, 0 to 1; null while nothing is. */
  sent: number | null
  problem: string | null
}

function SubmitRow({ text, preparing, sent, problem }: SubmitRowProps) {
  return (
    <div className="grid gap-4 lg:col-span-2">
      {problem && (
        <p role="alert" className="rounded-xl bg-danger-tint px-4 py-3 text-danger wrap-anywhere">
          {problem}
        </p>
      )}
      {sent !== null && <Progress label="Sending" value={sent} />}
      <Button
        type="submit"
        size="large"
        busy={preparing || sent !== null}
        className="w-full sm:w-auto sm:justify-self-start"
      >
        {text}
      </Button>
    </div>
  )
}

type Missing = 'details' | 'featured'

function useSubmission(
  draft: ProductDraft,
  preparing: boolean,
  onSubmit: ProductFormProps['onSubmit'],
  onSaved: () => void,
) {
  const featuredInputId = useId()
  const sending = useRef(false)
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [missing, setMissing] = useState<Missing | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.current || preparing) return
    const lacking = lackOf(draft)
    setMissing(lacking)
    setProblem(null)
    if (lacking) return tellLack(lacking, event.currentTarget, featuredInputId)
    sending.current = true
    setSent(0)
    const refused = await onSubmit({ ...uploadOf(draft), onProgress: setSent })
    sending.current = false
    setSent(null)
    setProblem(refused)
    if (refused === null) onSaved()
  }

  return { sent, problem, missing: missing === lackOf(draft) ? missing : null, featuredInputId, submit }
}

/** What the browser's own check of the fields does not find. */
function lackOf({ product_desc, pictures }: ProductDraft): Missing | null {
  if (product_desc.trim() === '') return 'details'
  return pictures.featured ? null : 'featured'
}

function tellLack(lacking: Missing, form: HTMLFormElement, featuredInputId: string): void {
  showError(lacking === 'details' ? sellerMessages.detailsNeeded : sellerMessages.featuredImageNeeded)
  if (lacking === 'details') form.querySelector<HTMLElement>('[role=textbox]')?.focus()
  else document.getElementById(featuredInputId)?.focus()
}
