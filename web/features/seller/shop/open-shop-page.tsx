import { useRef, useState } from 'react'
import { accountMessages } from '../../../../shared/accounts/messages.ts'
import { MAX_LEGAL_LENGTHS } from '../../../../shared/catalog/handles.ts'
import { dayOf, formatCalendarDay } from '../../../../shared/kernel/calendar.ts'
import { formatDay } from '../../../../shared/kernel/locale.ts'
import {
  MAX_DOCUMENT_MB,
  MAX_EMAIL_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_REGISTER_LENGTH,
} from '../../../../shared/sellers/constants.ts'
import { shopErrors } from '../../../../shared/sellers/errors.ts'
import { factMessages, shopFormMessages } from '../../../../shared/sellers/messages.ts'
import { requirementRows } from '../../../../shared/sellers/rules.ts'
import type { OwnShop, SellerFacts } from '../../../../shared/sellers/schema.ts'
import { failureOf } from '../../../api/failure-text.ts'
import { DocumentDownload } from '../../../session/export-button.tsx'
import { useCalls } from '../../../session/use-calls.ts'
import { DraftOffer } from '../../../session/use-draft.tsx'
import { useDraftedForm } from '../../../session/use-drafted-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Checkbox, TextArea } from '../../../ui/form/fields.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { FieldError, TextField } from '../../../ui/form/text-field.tsx'
import type { CheckedForm } from '../../../ui/form/use-checked-form.ts'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { loadCode } from '../../../ui/load-code.ts'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { Page, passFocusOn } from '../../../ui/page.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { StateDot } from '../../../ui/values.tsx'
import { DOCUMENT_PATH, shopApi } from './shop-api.ts'

/** A seller's declarations and document, and the request for approval. */
export function OpenShopPage() {
  const result = shopApi.useGetOwnShopQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Page title={shopFormMessages.heading} personal>
      <Loaded result={result} failure={shopFormMessages.loadFailed} skeleton="h-100" isForm>
        {(data) => (
          <div className="grid max-w-3xl grid-cols-1 gap-6">
            {data.approval && <ApprovalCard shop={data} approval={data.approval} />}
            <Card id="facts" title={shopFormMessages.facts}>
              <FactsForm shop={data} />
            </Card>
            <Card id="document" title={shopFormMessages.document}>
              <DocumentCard document={data.facts.document} />
            </Card>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

const factsRules = async () =>
  (await loadCode(() => import('../../../../shared/sellers/schema.ts'), true)).factsFormSchema

function valuesOf({ facts: { is_trader, certified_at, document: _document, ...facts } }: OwnShop) {
  const kind = is_trader === null ? '' : is_trader ? 'trader' : 'private'
  return { kind, certified: certified_at ? 'yes' : '', ...facts }
}

const KINDS = [
  { value: 'trader', label: shopFormMessages.trader, hint: shopFormMessages.traderHint },
  { value: 'private', label: shopFormMessages.private, hint: shopFormMessages.privateHint },
]

function FactsForm({ shop }: { shop: OwnShop }) {
  const [save] = shopApi.useSaveFactsMutation()
  const [base, setBase] = useState(shop)
  const { formProps, field, form, failure, busy, offer, showSaved } = useDraftedForm('seller-facts', {
    rules: factsRules,
    defaultValues: valuesOf(base),
    send: async (values) => {
      const { kind, certified, ...facts } = values
      const is_trader = kind === 'trader'
      const saved = await save({
        is_trader,
        ...facts,
        certified: is_trader && certified !== '',
        revision: base.revision,
      })
      if ('error' in saved) return failureOf(saved.error, shopErrors, shopFormMessages.saveFailed)
      setBase(saved.data)
      showSaved(values, valuesOf(saved.data))
      showSuccess(shopFormMessages.saved)
      return null
    },
  })
  const [kind, certified] = form.watch(['kind', 'certified'])
  const kindError = field('kind').error
  const set = (name: 'kind' | 'certified', value: string) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  return (
    <form {...formProps} className="grid gap-5">
      <DraftOffer {...offer} />
      <p className="text-sm text-muted">{shopFormMessages.factsHint}</p>
      <div>
        <RadioGroup
          legend={shopFormMessages.kind}
          name="kind"
          options={KINDS}
          value={kind}
          onChange={(value) => set('kind', value)}
        />
        <FieldError id="kind-error" text={kindError} />
      </div>
      <DetailFields field={field} isTrader={kind === 'trader'} />
      {kind === 'trader' && (
        <Checkbox checked={certified !== ''} onChange={(isOn) => set('certified', isOn ? 'yes' : '')}>
          {shopFormMessages.certify}
        </Checkbox>
      )}
      <FailureNote {...failure} />
      <Button type="submit" busy={busy} className="justify-self-start">
        {shopFormMessages.save}
      </Button>
    </form>
  )
}

type FactsField = CheckedForm<ReturnType<typeof valuesOf>>['field']

function DetailFields({ field, isTrader }: { field: FactsField; isTrader: boolean }) {
  const { legal_name, legal_address, legal_number } = MAX_LEGAL_LENGTHS
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        label={factMessages.names.legal_name}
        {...field('legal_name')}
        maxLength={legal_name}
        autoComplete="organization"
      />
      <TextField
        label={factMessages.names.legal_phone}
        {...field('legal_phone')}
        type="tel"
        maxLength={MAX_PHONE_LENGTH}
        autoComplete="tel"
      />
      <div className="sm:col-span-2">
        <TextArea
          label={factMessages.names.legal_address}
          {...field('legal_address')}
          rows={3}
          maxLength={legal_address}
        />
      </div>
      <TextField
        label={factMessages.names.legal_email}
        {...field('legal_email')}
        type="email"
        maxLength={MAX_EMAIL_LENGTH}
        autoComplete="email"
      />
      {isTrader && (
        <>
          <TextField
            label={shopFormMessages.register}
            hint={shopFormMessages.registerHint}
            {...field('register_name')}
            maxLength={MAX_REGISTER_LENGTH}
            autoComplete="on"
          />
          <TextField
            label={shopFormMessages.number}
            {...field('legal_number')}
            maxLength={legal_number}
            autoComplete="on"
          />
        </>
      )}
    </div>
  )
}

type Approval = NonNullable<OwnShop['approval']>

const TONES = { draft: 'quiet', asked: 'info', approved: 'good', refused: 'danger', fix_by: 'danger' } as const

function ApprovalCard({ shop, approval }: { shop: OwnShop; approval: Approval }) {
  const { approval_state, message } = approval
  const canAsk = approval_state !== 'asked' && approval_state !== 'approved'
  const rows = requirementRows(shop.facts, shop.requirements)
  return (
    <Card
      id="approval"
      title={shopFormMessages.approval}
      aside={<StateDot tone={TONES[approval_state]}>{factMessages.states[approval_state]}</StateDot>}
    >
      <p>{explanationOf(approval)}</p>
      {message !== null && <p className="mt-2 wrap-anywhere">{shopFormMessages.reason({ reason: message })}</p>}
      {canAsk && rows.length > 0 && (
        <ul aria-label={shopFormMessages.required} className="mt-4 grid gap-2">
          {rows.map(({ requirement, isMet }) => (
            <li key={requirement} className="flex flex-wrap justify-between gap-x-6 border-t border-line pt-2">
              <span>{factMessages.names[requirement]}</span>
              <StateDot tone={isMet ? 'good' : 'quiet'}>
                {isMet ? shopFormMessages.done : shopFormMessages.missing}
              </StateDot>
            </li>
          ))}
        </ul>
      )}
      {canAsk && <AskButton isReady={rows.every(({ isMet }) => isMet)} />}
    </Card>
  )
}

function explanationOf({ approval_state, may_sell, fix_by }: Approval): string {
  const { explained } = shopFormMessages
  if (approval_state === 'asked' && may_sell) return explained.askedSelling
  if (approval_state !== 'fix_by') return explained[approval_state]
  const day = fix_by ?? ''
  if (day < dayOf(new Date())) return explained.overdue
  return explained.fix_by({ day: formatCalendarDay(day), sells: String(may_sell) })
}

function AskButton({ isReady }: { isReady: boolean }) {
  const [ask, { isLoading }] = shopApi.useAskForApprovalMutation()
  const { call, noteAt } = useCalls(shopErrors)
  return (
    <div ref={passFocusOn} className="mt-4 grid gap-2">
      {!isReady && <p className="text-sm text-muted">{shopFormMessages.askHint}</p>}
      <FailureNote {...noteAt('')} />
      <Button
        variant={isReady ? 'primary' : 'secondary'}
        disabled={!isReady}
        busy={isLoading}
        onClick={() => call('', ask, { done: shopFormMessages.asked, failed: shopFormMessages.askFailed })}
        className="justify-self-start"
      >
        {shopFormMessages.ask}
      </Button>
    </div>
  )
}

/** The seller's document: sending, replacing, downloading and removing it. */
function DocumentCard({ document }: { document: SellerFacts['document'] }) {
  const field = useRef<HTMLInputElement>(null)
  /** The fraction sent, 0 to 1; null when nothing is being sent. */
  const [sent, setSent] = useState<number | null>(null)
  const [save] = shopApi.useSaveDocumentMutation()
  const [remove, removal] = shopApi.useRemoveDocumentMutation()
  const { call, report, noteAt } = useCalls(shopErrors)
  const failed = shopFormMessages.documentFailed

  async function put(file: File) {
    setSent(0)
    const result = await save({ file, onProgress: setSent })
    setSent(null)
    return result
  }

  function send(file: File | undefined): void {
    if (!file || sent !== null) return
    if (file.size > MAX_DOCUMENT_MB * 1024 * 1024) report('', { text: shopErrors.document_too_large.text })
    else void call('', () => put(file), { done: shopFormMessages.documentSaved, failed })
  }

  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">{shopFormMessages.documentHint()}</p>
      {document && (
        <p>{shopFormMessages.documentStored({ kind: kindOf(document), date: formatDay(document.stored_at) })}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" busy={sent !== null} onClick={() => field.current?.click()}>
          {document ? shopFormMessages.replaceDocument : shopFormMessages.chooseDocument}
        </Button>
        {document && (
          <>
            <DocumentDownload path={DOCUMENT_PATH} type={document.mimetype} />
            <Button
              ref={passFocusOn}
              variant="dangerGhost"
              size="small"
              busy={removal.isLoading}
              onClick={() => call('', remove, { done: shopFormMessages.documentRemoved, failed })}
            >
              {shopFormMessages.removeDocument}
            </Button>
          </>
        )}
      </div>
      <input
        ref={field}
        type="file"
        accept="application/pdf,image/jpeg,image/png"
        aria-label={shopFormMessages.document}
        tabIndex={-1}
        disabled={sent !== null}
        onChange={({ currentTarget }) => {
          send(currentTarget.files?.[0])
          // Otherwise choosing the same file again fires no event.
          currentTarget.value = ''
        }}
        className="sr-only"
      />
      <FailureNote {...noteAt('')} />
      {sent !== null && <Progress label={accountMessages.sending} value={sent} />}
    </div>
  )
}

const kindOf = ({ mimetype }: NonNullable<SellerFacts['document']>) => mimetype.replace(/^.*\//, '').toUpperCase()
