import type { Tx } from '../../../../db/tables.ts'
import { textMessages } from '../../../../shared/mail/messages.ts'
import type { MailTemplate } from '../../../pages/mail/templates.ts'
import { recordSent } from '../../accounts/address-queries.ts'
import type { Address } from '../../accounts/queries.ts'
import type { ProtocolDeps } from '../protocol/deps.ts'
import { type CodeChallenge, startFlow } from './flow-states.ts'
import { type CodePurpose, issueCode } from './one-time-codes.ts'
import { LINK_PAGE_PATH } from './open-link.ts'

type Deps = Pick<ProtocolDeps, 'config' | 'secrets' | 'messages' | 'clock'>

export interface LinkOptions {
  redirectTo: string
  /** Set when the client exchanges a code (PKCE) instead of reading tokens from the address. */
  challenge: CodeChallenge | undefined
}

/** For each mail with a link: the purpose of its code, its type in the link, and its method in the session's amr. */
const LINKS = {
  confirm: { purpose: 'signup', type: 'signup', method: 'email/signup', sentAt: 'confirmation_sent_at' },
  magic_link: { purpose: 'recovery', type: 'magiclink', method: 'magiclink', sentAt: 'recovery_sent_at' },
  recovery: { purpose: 'recovery', type: 'recovery', method: 'recovery', sentAt: 'recovery_sent_at' },
} as const satisfies Partial<Record<MailTemplate, object>>

/** Sends a mail with a code and a link with the same effect. */
export async function sendLink(
  tx: Tx,
  deps: Deps,
  mail: { template: keyof typeof LINKS; user_id: string; email: string; link: LinkOptions },
): Promise<void> {
  const { template, user_id, email, link } = mail
  const { purpose, type, method, sentAt } = LINKS[template]
  const now = deps.clock()
  const flow_id = await startLinkFlow(tx, deps, link, method)
  const data = await issueForMail(tx, deps, { user_id, purpose, address: email, flow_id, type, link })
  await deps.messages.queueMail(tx, { template, to: email, data, lifeSeconds: deps.config.codeSeconds })
  await recordSent(tx, user_id, sentAt, now)
}

/** Sends an address a code that confirms it; an email address a link, too. */
export async function sendConfirmation(
  tx: Tx,
  deps: Deps,
  { user_id, address, link }: { user_id: string; address: Address; link: LinkOptions },
): Promise<void> {
  if ('phone' in address) return sendPhoneCode(tx, deps, { purpose: 'sms', user_id, phone: address.phone })
  return sendLink(tx, deps, { template: 'confirm', user_id, email: address.email, link })
}

/** Sends the new address, and where the operator requires both the present one, a code and link to confirm. */
export async function sendEmailChange(
  tx: Tx,
  deps: Deps,
  change: { user_id: string; current: string | null; new_email: string; link: LinkOptions },
): Promise<void> {
  const { user_id, current, new_email, link } = change
  const flow_id = await startLinkFlow(tx, deps, link, 'email_change')
  const send = async (purpose: CodePurpose, address: string) => {
    const codeAndLink = await issueForMail(tx, deps, { user_id, purpose, address, flow_id, type: 'email_change', link })
    const data = { ...codeAndLink, new_email }
    const lifeSeconds = deps.config.codeSeconds
    await deps.messages.queueMail(tx, { template: 'email_change', to: address, data, lifeSeconds })
  }
  await send('email_change_new', new_email)
  if (current && deps.config.secureEmailChange) await send('email_change_current', current)
  await recordSent(tx, user_id, 'email_change_sent_at', deps.clock())
}

/** Sends a signed-in user a code, without a link. */
export async function sendReauthenticationMail(
  tx: Tx,
  deps: Deps,
  { user_id, email }: { user_id: string; email: string },
): Promise<void> {
  const { config, secrets } = deps
  const now = deps.clock()
  const lifeSeconds = config.codeSeconds
  const issue = { secrets, user_id, purpose: 'reauthentication', address: email, lifeSeconds, now } as const
  const { code } = await issueCode(tx, { ...issue, digits: config.codeLength })
  const data = { code, minutes: minutes(lifeSeconds) }
  await deps.messages.queueMail(tx, { template: 'reauthentication', to: email, data, lifeSeconds })
  await recordSent(tx, user_id, 'reauthentication_sent_at', now)
}

const SMS_SENT_AT = {
  sms: 'confirmation_sent_at',
  phone_change: 'phone_change_sent_at',
  reauthentication: 'reauthentication_sent_at',
} as const

/** Sends a code as a text message; a test phone is sent nothing and has a code of its own. */
export async function sendPhoneCode(
  tx: Tx,
  deps: Deps,
  sms: { user_id: string; purpose: keyof typeof SMS_SENT_AT; phone: string },
): Promise<void> {
  const { config, secrets } = deps
  const { user_id, purpose, phone } = sms
  const now = deps.clock()
  const testCode = config.testPhoneCodes.get(phone)
  const lifeSeconds = config.smsCodeSeconds
  const issue = { secrets, user_id, purpose, address: phone, lifeSeconds, now, code: testCode }
  const { code } = await issueCode(tx, { ...issue, digits: config.codeLength })
  if (!testCode) await deps.messages.queueSms(tx, { to: phone, text: textMessages.code({ code }), lifeSeconds })
  await recordSent(tx, user_id, SMS_SENT_AT[purpose], now)
}

async function startLinkFlow(
  tx: Tx,
  deps: Deps,
  { challenge }: LinkOptions,
  authentication_method: string,
): Promise<string | null> {
  if (!challenge) return null
  const lifeSeconds = deps.config.codeSeconds
  return startFlow(tx, { challenge, authentication_method, lifeSeconds, now: deps.clock() })
}

async function issueForMail(
  tx: Tx,
  { config, secrets, clock }: Deps,
  code: {
    user_id: string
    purpose: CodePurpose
    address: string
    flow_id: string | null
    type: string
    link: LinkOptions
  },
): Promise<{ code: string; link: string; minutes: number }> {
  const { type, link, ...issued } = code
  const lifeSeconds = config.codeSeconds
  const fresh = await issueCode(tx, { ...issued, secrets, digits: config.codeLength, lifeSeconds, now: clock() })
  const query = new URLSearchParams({ token: fresh.linkToken, type, redirect_to: link.redirectTo })
  return { code: fresh.code, link: `${config.siteUrl}${LINK_PAGE_PATH}?${query}`, minutes: minutes(lifeSeconds) }
}

function minutes(seconds: number): number {
  return Math.max(1, Math.floor(seconds / 60))
}
