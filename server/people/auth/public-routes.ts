import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { normalizeEmail } from '../../../shared/accounts/rules.ts'
import {
  type AccountSession,
  sessionSchema,
  signedUpUserSchema,
  signInSettingsSchema,
  signUpSchema,
  type TokenRequest,
  tokenSchema,
} from '../../../shared/auth/schema.ts'
import { type App, routesFor } from '../../platform/http/guards.ts'
import { toAppError } from '../../platform/http/render-errors.ts'
import { deriveKey, type Secrets } from '../../platform/keys/secrets.ts'
import { rateLimits } from '../../platform/load/rate-limit.ts'
import { offersPhone } from './codes/sms-channel.ts'
import type { AuthDeps } from './create-auth.ts'
import { signInWithPassword } from './passwords/sign-in.ts'
import { signUp } from './passwords/sign-up.ts'
import { checkCaptcha } from './protocol/captcha.ts'
import { deviceOf } from './protocol/deps.ts'
import { unsupportedGrant, web3Disabled } from './protocol/errors.ts'
import { readRedirectTarget } from './protocol/redirect-targets.ts'
import { exchangeCode } from './providers/flow.ts'
import { signInWithIdToken } from './providers/id-token-sign-in.ts'
import { refreshSession } from './sessions/open-session.ts'

const KEYS_MAX_AGE_SECONDS = 600
/** Clients look these up by name and find `false` unless the operator has configured them. */
const KNOWN_PROVIDERS = [
  ...['apple', 'azure', 'bitbucket', 'discord', 'facebook', 'figma', 'fly', 'github', 'gitlab', 'google', 'kakao'],
  ...['keycloak', 'linkedin', 'linkedin_oidc', 'notion', 'slack', 'slack_oidc', 'snapchat', 'spotify', 'twitch'],
  ...['twitter', 'workos', 'x', 'zoom'],
]

export const authPublicRoutes = routesFor('public', (app, deps: AuthDeps) => {
  sessionRoutes(app, deps)
  serviceRoutes(app, deps)
})

function sessionRoutes(app: App, deps: AuthDeps): void {
  const { config, limiter } = deps

  app.post(
    '/signup',
    { schema: { body: signUpSchema, response: { 200: z.union([sessionSchema, signedUpUserSchema]) } } },
    async (request) => {
      await limiter.take(rateLimits.signUp, request.ip)
      await checkCaptcha(config, request.body, request.ip)
      const redirectTo = readRedirectTarget(config, request)
      const signedUp = await signUp(deps, request.body, { device: deviceOf(request), redirectTo })
      const user = 'user' in signedUp ? signedUp.user : signedUp
      // A user without a role is a decoy.
      if (user.role) request.log.info({ event: 'signed_up', user_id: user.id, role: user.app_metadata.role })
      return signedUp
    },
  )

  app.post(
    '/token',
    {
      schema: {
        querystring: z.object({ grant_type: z.string().optional() }),
        body: tokenSchema,
        response: { 200: sessionSchema },
      },
    },
    async (request) => {
      await limiter.take(rateLimits.token, request.ip)
      const { query, body } = request
      if (query.grant_type === 'refresh_token') return refreshSession(deps, body, deviceOf(request), request.log)
      if (query.grant_type === 'id_token') {
        const linkTo = body.link_identity ? await deps.authenticate(request) : undefined
        return signInWithIdToken(deps, body, { device: deviceOf(request), linkTo }, request.log)
      }
      if (query.grant_type === 'pkce') {
        const session = await exchangeCode(deps, body, deviceOf(request))
        request.log.info({ event: 'signed_in', user_id: session.user.id, method: 'pkce' })
        return session
      }
      if (query.grant_type === 'web3') throw web3Disabled()
      if (query.grant_type !== 'password') throw unsupportedGrant()
      return grantByPassword(deps, request, body)
    },
  )
}

async function grantByPassword(deps: AuthDeps, request: FastifyRequest, body: TokenRequest): Promise<AccountSession> {
  await checkCaptcha(deps.config, body, request.ip)
  try {
    const session = await signInWithPassword(deps, body, deviceOf(request))
    request.log.info({ event: 'signed_in', user_id: session.user.id, method: 'password' })
    return session
  } catch (error) {
    const { code } = toAppError(error)
    request.log.info({ event: 'sign_in_failed', code, account: accountHash(deps.secrets, body.email) })
    throw error
  }
}

function serviceRoutes(app: App, deps: AuthDeps): void {
  const { config } = deps

  app.get('/settings', { schema: { response: { 200: signInSettingsSchema } } }, async () => ({
    external: {
      ...Object.fromEntries(
        [...KNOWN_PROVIDERS, ...deps.providers.keys()].map((name) => [name, deps.providers.has(name)]),
      ),
      email: true,
      phone: offersPhone(config),
      anonymous_users: config.anonymous,
    },
    disable_signup: !config.signUp,
    mailer_autoconfirm: !config.emailConfirm,
    phone_autoconfirm: !config.phoneConfirm,
    sms_provider: config.twilio ? 'twilio' : '',
    saml_enabled: deps.sso.samlEnabled,
    mfa_totp_enabled: config.mfa.totp,
    mfa_phone_enabled: config.mfa.phone,
    manual_linking_enabled: config.manualLinking,
    password_min_length: config.passwordMinLength,
  }))

  app.get('/health', async () => ({
    version: 'openstall',
    name: 'GoTrue',
    description: 'Sign-in service of this market, speaking the GoTrue protocol',
  }))

  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${KEYS_MAX_AGE_SECONDS}`)
    return deps.accessTokens.jwks
  })
}

/** Returns a keyed hash that shows in the log which failures concern the same account, without its address. */
function accountHash(secrets: Secrets, email: string | null | undefined): string | undefined {
  if (!email) return undefined
  const key = deriveKey(secrets, 'event log')
  return createHmac('sha256', key).update(normalizeEmail(email)).digest('base64url').slice(0, 16)
}
