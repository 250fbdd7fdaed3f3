import { errorsOf } from '../server/platform/http/errors.ts'
import { routesFor } from '../server/platform/http/guards.ts'
import { toDollars } from '../shared/kernel/money.ts'
import { sandboxErrors } from './messages.ts'
import type { Sandbox } from './sandbox.ts'
import { answerStepSchema, type SandboxStep, sandboxStepSchema, stepParamsSchema } from './schema.ts'

const sandboxError = errorsOf(sandboxErrors)

type Step = NonNullable<Awaited<ReturnType<Sandbox['readStep']>>>

/** Pages of the simulated bank: the URL alone grants access. */
export const sandboxPublicRoutes = routesFor('public', (app, { sandbox }: { sandbox: Sandbox }) => {
  app.get(
    '/api/sandbox/steps/:step_id',
    { schema: { hide: true, params: stepParamsSchema, response: { 200: sandboxStepSchema } } },
    async (request) => shown(await sandbox.readStep(request.params.step_id)),
  )

  app.post(
    '/api/sandbox/steps/:step_id',
    { schema: { hide: true, params: stepParamsSchema, body: answerStepSchema, response: { 200: sandboxStepSchema } } },
    async (request) => shown(await sandbox.answerStep(request.params.step_id, request.body.answer)),
  )
})

function shown(step: Step | undefined): SandboxStep {
  if (!step) throw sandboxError('step_not_found')
  const { kind, state, amount, card, returnUrl } = step
  return { kind, state, amount: toDollars(amount), card, return_url: returnUrl }
}
