import { z } from 'zod'
import {
  challengeFactorSchema,
  challengeSchema,
  enrolledFactorSchema,
  enrollFactorSchema,
  sessionSchema,
  verifyFactorSchema,
} from '../../../../shared/auth/schema.ts'
import { callerOf, routesFor } from '../../../platform/http/guards.ts'
import { deviceOf } from '../protocol/deps.ts'
import type { SessionDeps } from '../sessions/open-session.ts'
import { factorIdMalformed, guestsHaveNoFactors } from './errors.ts'
import { challengeFactor, enrollFactor, removeFactor, verifyFactor } from './factors.ts'

const paramsSchema = z.object({ factor_id: z.string().toLowerCase() })

/** Second factors of the caller's account: enrolling, challenging, verifying and removing them. */
export const factorsSignedInRoutes = routesFor('signed-in', (app, deps: SessionDeps) => {
  app.addHook('preValidation', async (request) => {
    if (callerOf(request).is_anonymous) throw guestsHaveNoFactors()
    const { factor_id } = request.params as { factor_id?: string }
    if (factor_id !== undefined && !z.guid().safeParse(factor_id).success) throw factorIdMalformed()
  })

  app.post('/factors', { schema: { body: enrollFactorSchema, response: { 200: enrolledFactorSchema } } }, (request) =>
    enrollFactor(deps, callerOf(request), request.body, request.log),
  )

  app.delete('/factors/:factor_id', { schema: { params: paramsSchema } }, (request) =>
    removeFactor(deps, callerOf(request), request.params.factor_id, request.log),
  )

  app.post(
    '/factors/:factor_id/challenge',
    { schema: { params: paramsSchema, body: challengeFactorSchema, response: { 200: challengeSchema } } },
    (request) => challengeFactor(deps, callerOf(request), { ...request.params, ...request.body }, deviceOf(request)),
  )

  app.post(
    '/factors/:factor_id/verify',
    { schema: { params: paramsSchema, body: verifyFactorSchema, response: { 200: sessionSchema } } },
    (request) =>
      verifyFactor(deps, callerOf(request), { ...request.body, ...request.params }, deviceOf(request), request.log),
  )
})
