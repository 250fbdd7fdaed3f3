import { useState } from 'react'
import { useParams } from 'react-router'
import { shopName } from '../../shared/app/name.ts'
import { BASE_PATH } from '../../shared/kernel/language.ts'
import { formatAmount } from '../../shared/kernel/money.ts'
import { paymentMeans } from '../../shared/orders/card-messages.ts'
import { paymentMessages } from '../../shared/payments/messages.ts'
import { api } from '../../web/api/api.ts'
import { CreditCard } from '../../web/ui/area-icons.ts'
import { Button } from '../../web/ui/button.tsx'
import { LoadFailure } from '../../web/ui/failure-note.tsx'
import { OfflineNote } from '../../web/ui/offline-note.tsx'
import { Page, PageHeading } from '../../web/ui/page.tsx'
import { Skeleton } from '../../web/ui/skeleton.tsx'
import { sandboxBuyerMessages } from '../messages.ts'
import type { SandboxStep } from '../schema.ts'

type Answer = 'approve' | 'refuse' | 'leave'

const stepApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSandboxStep: build.query<SandboxStep, string>({
      query: (stepId) => `/api/sandbox/steps/${encodeURIComponent(stepId)}`,
    }),
    answerSandboxStep: build.mutation<SandboxStep, { stepId: string; answer: Answer }>({
      query: ({ stepId, answer }) => ({
        url: `/api/sandbox/steps/${encodeURIComponent(stepId)}`,
        method: 'POST',
        body: { answer },
      }),
    }),
  }),
})

/** Simulates the page of a bank, or of PayPal, without the menus of the shop. */
export function SandboxStepPage() {
  const { stepId = '' } = useParams()
  const { data: step, error, isFetching, refetch } = stepApi.useGetSandboxStepQuery(stepId)
  const title = sandboxBuyerMessages.stepTitle[step?.kind ?? '3ds']
  return (
    <Page title={title} heading="own" personal width="narrow">
      <div
        data-bank
        className="mx-auto mt-6 grid max-w-md grid-cols-1 overflow-hidden rounded-picture border border-line bg-surface sm:mt-16"
      >
        <div className="border-b border-line">
          <p className="flex min-h-13 items-center gap-2.5 bg-info-tint px-5 py-3.5 font-semibold text-info sm:px-8">
            <CreditCard aria-hidden className="size-5" />
            {step && sandboxBuyerMessages.stepAt[step.kind]}
          </p>
          <OfflineNote />
        </div>
        <div className="grid gap-5 px-5 py-6 sm:px-8 sm:py-8">
          <PageHeading className="[--title:1.75rem]">{title}</PageHeading>
          {error && <LoadFailure title={sandboxBuyerMessages.stepOver} onRetry={refetch} retrying={isFetching} />}
          {!error && !step && <Skeleton className="h-76" />}
          {!error && step && <Step step={step} stepId={stepId} />}
        </div>
      </div>
      <p className="mt-4 text-center text-sm text-muted">{paymentMessages.testMode}</p>
    </Page>
  )
}

function Step({ step, stepId }: { step: SandboxStep; stepId: string }) {
  const [answer] = stepApi.useAnswerSandboxStepMutation()
  const [failed, setFailed] = useState(false)
  const { kind, amount, card, state } = step

  async function choose(choice: Answer) {
    setFailed(false)
    const { data } = await answer({ stepId, answer: choice })
    if (!data) return setFailed(true)
    goBack(data)
  }

  return (
    <>
      <dl className="terms">
        <dt>{sandboxBuyerMessages.payee}</dt>
        <dd>
          <span className="wrap-anywhere">{shopName()}</span>
        </dd>
        {card && (
          <>
            <dt>{sandboxBuyerMessages.card}</dt>
            <dd>
              <bdi>{paymentMeans('credit_card', { card_brand: card.brand, card_last4: card.last4 })}</bdi>
            </dd>
          </>
        )}
        <dt className="border-b border-line">{sandboxBuyerMessages.amount}</dt>
        <dd className="border-b border-line">
          <strong className="text-lg text-ink">{formatAmount(amount)}</strong>
        </dd>
      </dl>
      {failed && <p role="alert">{sandboxBuyerMessages.stepFailed}</p>}
      {state === 'waiting' || state === 'left' ? (
        <div className="grid gap-3">
          <Button size="large" onClick={() => choose('approve')}>
            {sandboxBuyerMessages.approve[kind]}
          </Button>
          <Button size="large" variant="secondary" onClick={() => choose('refuse')}>
            {sandboxBuyerMessages.refuse[kind]}
          </Button>
          <Button variant="quiet" onClick={() => choose('leave')}>
            {sandboxBuyerMessages.leave[kind]}
          </Button>
        </div>
      ) : (
        <>
          <p>{sandboxBuyerMessages.stepOver}</p>
          <Button size="large" variant="secondary" onClick={() => goBack(step)}>
            {paymentMessages.toCheckout}
          </Button>
        </>
      )}
    </>
  )
}

/** Opens the page that the buyer came from, which may be in another language. */
function goBack({ return_url }: SandboxStep): void {
  location.assign(return_url ?? `${BASE_PATH}/checkout`)
}
