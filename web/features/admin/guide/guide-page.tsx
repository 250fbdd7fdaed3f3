import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import { OPENING_SETTINGS, OPENING_STEPS, type OpeningStep } from '../../../../shared/market/constants.ts'
import { openingMessages } from '../../../../shared/market/opening-messages.ts'
import { adminPaymentErrors } from '../../../../shared/payments/errors.ts'
import { failureText } from '../../../api/failure-text.ts'
import { useSite } from '../../../api/site.ts'
import { useCan } from '../../../session/use-rights.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { FailureNote, LoadFailure } from '../../../ui/failure-note.tsx'
import { Link } from '../../../ui/link.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { scrollInto } from '../../../ui/list/view-tabs.tsx'
import { Page } from '../../../ui/page.tsx'
import { marketApi } from '../../market/market-api.ts'
import { MarketForm } from '../../market/market-form.tsx'
import { MarketPictures } from '../../market/market-pictures.tsx'
import { StepState, stepPath } from '../../market/opening-card.tsx'
import { RegionForm } from '../../market/region-form.tsx'
import { type EditProps, useShownAgain } from '../../market/shown-again.ts'
import { MailTrial } from '../mail/mail-page.tsx'
import { paymentsApi } from '../payments/payments-api.ts'

/** Leads an admin through what a marketplace needs before it opens; `?step=` names the step. */
export function GuidePage() {
  const [search] = useSearchParams()
  const step = OPENING_STEPS.find((one) => one === search.get('step')) ?? OPENING_STEPS[0]
  const at = OPENING_STEPS.indexOf(step)
  const next = OPENING_STEPS[at + 1]
  const { data, error, isFetching, refetch } = marketApi.useGetOpeningQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  return (
    <Page title={openingMessages.heading} personal width="medium">
      <p className="-mt-3 mb-6 text-muted">{openingMessages.lead}</p>
      {error && !data && <LoadFailure title={openingMessages.loadFailed} onRetry={refetch} retrying={isFetching} />}
      <div className="grid grid-cols-1 gap-x-8 gap-y-4 lg:grid-cols-[13rem_minmax(0,1fr)] lg:items-start">
        <ol className="no-scrollbar flex gap-1 text-sm max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:max-lg:flex-wrap lg:grid">
          {OPENING_STEPS.map((one) => (
            <li key={one} className="shrink-0">
              <Link
                ref={one === step ? scrollInto : undefined}
                to={stepPath(one)}
                aria-current={one === step ? 'step' : undefined}
                className="flex min-h-10 items-center rounded-field px-3 font-medium text-muted hover:bg-tint hover:text-ink aria-[current]:bg-brand-tint aria-[current]:text-brand-strong"
              >
                {openingMessages.steps[one]}
              </Link>
            </li>
          ))}
        </ol>
        <div>
          <Card id="step" title={openingMessages.steps[step]}>
            <p className="-mt-2 mb-4 flex flex-wrap items-center gap-3 text-sm text-muted">
              {openingMessages.stepOf({ number: at + 1, count: OPENING_STEPS.length })}
              {data && <StepState isDone={data.done[step]} />}
            </p>
            <p className="mb-4">
              <StepText step={step} />
            </p>
            <StepContent key={step} step={step} />
            <div className="mt-6 empty:hidden">
              <Trial step={step} canMail={data?.done.mail === true} />
            </div>
          </Card>
          <ButtonLink to={next ? stepPath(next) : '/admin'} variant="secondary" className="mt-6">
            {!next ? openingMessages.finish : data?.done[step] ? openingMessages.next : openingMessages.skip}
          </ButtonLink>
        </div>
      </div>
    </Page>
  )
}

function StepText({ step }: { step: OpeningStep }) {
  const { payments } = useSite()
  if (step !== 'payments') return openingMessages.texts[step]
  return openingMessages.texts.payments({ now: !payments ? 'off' : payments.isTest ? 'test' : 'live' })
}

/** The trial that a step offers to those who may make it. */
function Trial({ step, canMail }: { step: OpeningStep; canMail: boolean }) {
  const can = useCan()
  if (step === 'mail' && canMail) return <MailTrial />
  return step === 'payments' && can('payments') ? <PaymentTrial /> : null
}

/** The pages of steps that are not done in the guide. */
const LINKS = [
  ['pages', '/admin/pages'],
  ['categories', '/admin/categories'],
  ['products', '/admin/users/sellers'],
  ['mail', '/admin/mail'],
] as const

function StepContent({ step }: { step: OpeningStep }) {
  const lines = OPENING_SETTINGS[step]
  if (lines) {
    return (
      <>
        <div className="flex items-start gap-2 rounded-field bg-tint p-3">
          <pre dir="ltr" className="min-w-0 flex-1 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
            {lines}
          </pre>
          <CopyButton text={lines} />
        </div>
        <p className="mt-3 text-sm text-muted">{openingMessages.restart}</p>
      </>
    )
  }
  const link = LINKS.find(([linked]) => linked === step)
  if (!link) return <SettingsStep step={step} />
  const [linked, path] = link
  return (
    <ButtonLink to={path} variant="secondary" size="small">
      {openingMessages.links[linked]}
    </ButtonLink>
  )
}

const FORMS: Partial<Record<OpeningStep, ComponentType<EditProps>>> = { pictures: MarketPictures, region: RegionForm }

function SettingsStep({ step }: { step: OpeningStep }) {
  const shownAgain = useShownAgain()
  const result = marketApi.useGetMarketSettingsQuery(undefined, { refetchOnMountOrArgChange: true })
  const Form = FORMS[step] ?? MarketForm
  return (
    <Loaded result={result} failure={openingMessages.loadFailed} skeleton="h-100" isForm>
      {(settings) => <Form settings={settings} {...shownAgain} />}
    </Loaded>
  )
}

function PaymentTrial() {
  const { payments } = useSite()
  const [tryPayment, { data, error, isLoading }] = paymentsApi.useTryPaymentMutation()
  if (!payments?.isTest) return <p>{payments ? openingMessages.livePayments : openingMessages.paymentsOff}</p>
  const reason = failureText(error, adminPaymentErrors)
  const isAccepted = data?.outcome === 'accepted'
  return (
    <div className="grid gap-3">
      <Button variant="secondary" busy={isLoading} className="justify-self-start" onClick={() => void tryPayment()}>
        {openingMessages.testPayment}
      </Button>
      {!isLoading && <FailureNote text={error ? openingMessages.testPaymentFailed({ reason }) : null} />}
      {!isLoading && data && (
        <p role={isAccepted ? 'status' : 'alert'} className={isAccepted ? '' : 'text-danger'}>
          {openingMessages.testPaymentOutcomes[data.outcome]}
        </p>
      )}
    </div>
  )
}
