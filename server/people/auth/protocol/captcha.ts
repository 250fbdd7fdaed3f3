import type { Config } from '../../../platform/config/config.ts'
import { busy } from '../../../platform/http/errors.ts'
import { OutgoingCallFailed, outgoingFetch } from '../../../platform/http/outgoing-fetch.ts'
import { captchaFailed } from './errors.ts'

const MAX_TOKEN_LENGTH = 4096
const MAX_REASON_LENGTH = 200

/** Has a captcha checked by its service, where one is configured. Throws AppError 400 or 503. */
export async function checkCaptcha(
  { captcha }: Pick<Config, 'captcha'>,
  request: { gotrue_meta_security?: { captcha_token?: string | null | undefined } | null | undefined },
  address: string,
): Promise<void> {
  if (!captcha) return
  const token = request.gotrue_meta_security?.captcha_token
  if (!token || token.length > MAX_TOKEN_LENGTH) throw captchaFailed('no captcha_token found in request')
  const body = new URLSearchParams({ secret: captcha.secret, response: token, remoteip: address })
  const outcome = await outgoingFetch(captcha.url, { method: 'POST', body })
    .then((response) => response.json())
    .catch((error) => {
      throw error instanceof OutgoingCallFailed || error instanceof SyntaxError ? busy(error) : error
    })
  const { success, 'error-codes': codes } = Object(outcome)
  if (success === true) return
  const reasons = Array.isArray(codes) ? codes.join(', ').slice(0, MAX_REASON_LENGTH) : ''
  throw captchaFailed(reasons || 'captcha_token was refused')
}
