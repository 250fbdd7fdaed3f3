import { useState } from 'react'
import { useParams } from 'react-router'
import { BASE_PATH } from '../../shared/kernel/language.ts'
import { formatAmount } from '../../shared/kernel/money.ts'
import { paymentMessages } from '../../shared/payments/messages.ts'
import { api } from '../../web/api/api.ts'
import { Button } from '../../web/ui/button.tsx'
import { LoadFailure } from '../../web/ui/failure-note.tsx'
import { Page } from '../../web/ui/page.tsx'
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

/** Simulates the page of a bank, or of PayPal. */
export function SandboxStepPage() {
  const { stepId = '' } = useParams()
  const { data: step, error, isFetching, refetch } = stepApi.useGetSandboxStepQuery(stepId)
  const title = sandboxBuyerMessages.stepTitle[step?.kind ?? '3ds']
  return (
    <Page title={title} personal width="narrow">
      {error && <LoadFailure title={sandboxBuyerMessages.stepOver} onRetry={refetch} retrying={isFetching} />}
      {!error && !step && <Skeleton className="h-56 rounded-picture" />}
      {!error && step && <Step step={step} stepId={stepId} />}
    </Page>
  )
}

function Step({ step, stepId }: { step: SandboxStep; stepId: string }) {
  const [answer] = stepApi.useAnswerSandboxStepMutation()
  const [failed, setFailed] = useState(false)
  const { kind, amount, state } = step

  async function choose(choice: Answer) {
    setFailed(false)
    const { data } = await answer({ stepId, answer: choice })
    if (!data) return setFailed(true)
    goBack(data)
  }

  return (
    <div className="grid gap-5 rounded-picture bg-tint px-6 py-8">
      <p className="text-lg font-semibold">{sandboxBuyerMessages.stepText({ amount: formatAmount(amount) })}</p>
      <p className="text-muted">{paymentMessages.testMode}</p>
      {failed && <p role="alert">{sandboxBuyerMessages.stepFailed}</p>}
      {state === 'waiting' || state === 'left' ? (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => choose('approve')}>{sandboxBuyerMessages.approve[kind]}</Button>
          <Button variant="secondary" onClick={() => choose('refuse')}>
            {sandboxBuyerMessages.refuse[kind]}
          </Button>
          <Button variant="ghost" onClick={() => choose('leave')}>
            {sandboxBuyerMessages.leave[kind]}
          </Button>
        </div>
      ) : (
        <>
          <p>{sandboxBuyerMessages.stepOver}</p>
          <p>
            <Button variant="secondary" onClick={() => goBack(step)}>
              {paymentMessages.toCheckout}
            </Button>
          </p>
        </>
      )}
    </div>
  )
}

/** Opens the page that the buyer came from, which may be in another language. */
function goBack({ return_url }: SandboxStep): void {
  location.assign(return_url ?? `${BASE_PATH}/checkout`)
}
