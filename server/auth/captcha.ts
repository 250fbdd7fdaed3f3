import type { Config } from '../platform/config.ts'
import { busy } from '../platform/errors.ts'
import { OutgoingCallFailed, outgoingFetch } from '../platform/outgoing-fetch.ts'
import { captchaFailed } from './errors.ts'

const MAX_TOKEN_LENGTH = 4096

/**
 * Where a captcha is asked for, has its answer checked by the service that made it (hCaptcha, Turnstile). Throws
 * AppError 400 when it is missing or wrong, 503 when the service cannot be asked.
 */
export async function checkCaptcha(
  { captcha }: Pick<Config, 'captcha'>,
  request: { gotrue_meta_security?: { captcha_token?: string | null | undefined } | null | undefined },
  address: string,
): Promise<void> {
  if (!captcha) return
  const token = request.gotrue_meta_security?.captcha_token
  if (!token || token.length > MAX_TOKEN_LENGTH) throw captchaFailed('no captcha_token found in request')
  const faults = await ask(captcha, token, address)
  if (faults) throw captchaFailed(faults)
}

/** What is wrong with the answer, undefined when it is right. */
async function ask(captcha: { url: string; secret: string }, token: string, address: string) {
  try {
    const body = new URLSearchParams({ secret: captcha.secret, response: token, remoteip: address })
    const answer = await outgoingFetch(captcha.url, { method: 'POST', body })
    const { success, 'error-codes': codes } = Object(await answer.json())
    if (success === true) return undefined
    return Array.isArray(codes) && codes.length ? codes.join(', ').slice(0, 200) : 'captcha_token was refused'
  } catch (error) {
    if (error instanceof OutgoingCallFailed || error instanceof SyntaxError) throw busy(error)
    throw error
  }
}
