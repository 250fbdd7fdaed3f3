import type { Tx } from '../../../../db/tables.ts'
import { textMessages } from '../../../../shared/mail/messages.ts'
import type { MailTemplate } from '../../../pages/mail/templates.ts'
import { secondsAfter } from '../../../platform/config/clock.ts'
import { type Address, updateUser } from '../../accounts/queries.ts'
import type { ProtocolDeps } from '../protocol/deps.ts'
import { type CodePurpose, issueCode } from './code-queries.ts'
import { type CodeChallenge, startFlow } from './flow-queries.ts'
import { LINK_PAGE_PATH } from './open-link.ts'

export interface LinkOptions {
  redirectTo: string
  /** Set when the client uses PKCE: it exchanges a code instead of reading tokens from the address. */
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
  deps: ProtocolDeps,
  mail: { template: keyof typeof LINKS; user_id: string; email: string; link: LinkOptions },
): Promise<void> {
  const { template, user_id, email, link } = mail
  const { purpose, type, method, sentAt } = LINKS[template]
  const flow_id = await startLinkFlow(tx, deps, link, method)
  const { linkToken: token, ...issued } = await issueForMail(tx, deps, { user_id, purpose, address: email, flow_id })
  const data = { ...issued, link: linkTo(deps, { token, type, redirect_to: link.redirectTo }) }
  await deps.messages.queueMail(tx, { template, to: email, data, lifeSeconds: deps.config.codeSeconds })
  await updateUser(tx, user_id, { [sentAt]: deps.clock() })
}

/** Sends an address a code that confirms it; an email address a link, too. */
export async function sendConfirmation(
  tx: Tx,
  deps: ProtocolDeps,
  { user_id, address, link }: { user_id: string; address: Address; link: LinkOptions },
): Promise<void> {
  if ('phone' in address) return sendPhoneCode(tx, deps, { purpose: 'sms', user_id, phone: address.phone })
  return sendLink(tx, deps, { template: 'confirm', user_id, email: address.email, link })
}

/** Sends the new address, and where the operator requires both the present one, a code and link to confirm. */
export async function sendEmailChange(
  tx: Tx,
  deps: ProtocolDeps,
  change: { user_id: string; current: string | null; new_email: string; link: LinkOptions },
): Promise<void> {
  const { user_id, current, new_email, link } = change
  const flow_id = await startLinkFlow(tx, deps, link, 'email_change')
  const send = async (purpose: CodePurpose, address: string) => {
    const { linkToken: token, ...issued } = await issueForMail(tx, deps, { user_id, purpose, address, flow_id })
    const lifeSeconds = deps.config.codeSeconds
    const opened = linkTo(deps, { token, type: 'email_change', redirect_to: link.redirectTo })
    const data = { ...issued, link: opened, new_email }
    await deps.messages.queueMail(tx, { template: 'email_change', to: address, data, lifeSeconds })
  }
  await send('email_change_new', new_email)
  if (current && deps.config.secureEmailChange) await send('email_change_current', current)
  await updateUser(tx, user_id, { email_change_sent_at: deps.clock() })
}

/** Sends a signed-in user a code, without a link. */
export async function sendReauthenticationMail(
  tx: Tx,
  deps: ProtocolDeps,
  { user_id, email }: { user_id: string; email: string },
): Promise<void> {
  const purpose = 'reauthentication'
  const { code, minutes } = await issueForMail(tx, deps, { user_id, purpose, address: email })
  const lifeSeconds = deps.config.codeSeconds
  await deps.messages.queueMail(tx, { template: purpose, to: email, data: { code, minutes }, lifeSeconds })
  await updateUser(tx, user_id, { reauthentication_sent_at: deps.clock() })
}

const SMS_SENT_AT = {
  sms: 'confirmation_sent_at',
  phone_change: 'phone_change_sent_at',
  reauthentication: 'reauthentication_sent_at',
  /** Stored with the challenge instead. */
  mfa_phone: undefined,
} as const

/** Sends a code as a text message; a test phone is sent nothing and has a code of its own. */
export async function sendPhoneCode(
  tx: Tx,
  { config, secrets, messages, clock }: ProtocolDeps,
  sms: { user_id: string; purpose: keyof typeof SMS_SENT_AT; phone: string; lifeSeconds?: number },
): Promise<void> {
  const { user_id, purpose, phone, lifeSeconds = config.smsCodeSeconds } = sms
  const now = clock()
  const testCode = config.testPhoneCodes.get(phone)
  const issue = { secrets, user_id, purpose, address: phone, lifeSeconds, now, code: testCode }
  const { code } = await issueCode(tx, { ...issue, digits: config.codeLength })
  const text = purpose === 'mfa_phone' ? textMessages.signInCode({ code }) : textMessages.code({ code })
  if (!testCode) await messages.queueSms(tx, { to: phone, text, lifeSeconds })
  const sentAt = SMS_SENT_AT[purpose]
  if (sentAt) await updateUser(tx, user_id, { [sentAt]: now })
}

function startLinkFlow(
  tx: Tx,
  { config, clock }: ProtocolDeps,
  { challenge }: LinkOptions,
  authentication_method: string,
) {
  return startFlow(tx, { challenge, authentication_method, expires_at: secondsAfter(clock(), config.codeSeconds) })
}

async function issueForMail(
  tx: Tx,
  { config, secrets, clock }: ProtocolDeps,
  mailed: { user_id: string; purpose: CodePurpose; address: string; flow_id?: string | null },
) {
  const lifeSeconds = config.codeSeconds
  const issued = await issueCode(tx, { ...mailed, secrets, digits: config.codeLength, lifeSeconds, now: clock() })
  return { ...issued, minutes: Math.max(1, Math.floor(lifeSeconds / 60)) }
}

function linkTo({ config }: ProtocolDeps, query: { token: string; type: string; redirect_to: string }): string {
  return `${config.siteUrl}${LINK_PAGE_PATH}?${new URLSearchParams(query)}`
}
