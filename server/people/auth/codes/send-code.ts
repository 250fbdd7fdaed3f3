import { createHmac } from 'node:crypto'
import type { Db, Tx } from '../../../../db/tables.ts'
import { textMessages } from '../../../../shared/mail/messages.ts'
import type { MailTemplate } from '../../../pages/mail/templates.ts'
import { secondsAfter } from '../../../platform/config/clock.ts'
import type { Config } from '../../../platform/config/config.ts'
import { deriveKey, type Secrets } from '../../../platform/keys/secrets.ts'
import { countUse } from '../../../platform/load/queries.ts'
import type { Address } from '../../accounts/addresses.ts'
import { updateUser } from '../../accounts/queries.ts'
import type { ProtocolDeps } from '../protocol/deps.ts'
import { sentTooMany, sentTooSoon } from '../protocol/errors.ts'
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

/** Sends an address a code that confirms it, and an email address also a link. */
export async function sendConfirmation(
  tx: Tx,
  deps: ProtocolDeps,
  { user_id, address, link }: { user_id: string; address: Address; link: LinkOptions },
): Promise<void> {
  if ('phone' in address) return sendPhoneCode(tx, deps, { purpose: 'sms', user_id, phone: address.phone })
  return sendLink(tx, deps, { template: 'confirm', user_id, email: address.email, link })
}

/** Sends a code and a link to the new address, and also to the current one where the operator requires both. */
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

const HOUR_SECONDS = 3600

type Deps = { config: Pick<Config, 'messageGapSeconds' | 'messagesPerHour'>; secrets: Secrets }
type MessageKind = { channel: 'email' | 'sms'; kind: string; address: string }
type Message = MessageKind & { orKind?: string | undefined }

/**
 * Allows one message of a kind to an address per gap, counted over all server processes. Addresses without an
 * account are counted alike, so that the response does not reveal them. When it is counted in the transaction that sends the
 * message, the count is rolled back if nothing is sent. A message that may be of a second kind, `orKind`, respects both gaps.
 * Throws AppError 429.
 */
export async function takeMessageGap(db: Db | Tx, deps: Deps, message: Message): Promise<void> {
  for (const kind of [message.orKind, message.kind]) {
    if (kind === undefined) continue
    const { used, retry_after } = await countMessage(db, deps, { ...message, kind })
    if (used > 1) throw sentTooSoon(message.channel, Math.max(1, retry_after))
  }
}

/**
 * Counts a requested message against the operator's limit for all users in an hour. To be called before any transaction:
 * every other message waits for this row. Throws AppError 429.
 */
export async function takeHourlyMessage(db: Db, { config }: Deps, channel: MessageKind['channel']): Promise<void> {
  const limit = config.messagesPerHour[channel]
  if (limit === undefined) return
  const { used, retry_after } = await countUse(db, `messages:${channel}`, HOUR_SECONDS)
  if (used > limit) throw sentTooMany(channel, Math.max(1, retry_after))
}

/** Applies both limits to a message that is always sent, or whose sending must not be revealed. Throws AppError 429. */
export async function takeMessage(db: Db, deps: Deps, message: Message): Promise<void> {
  await takeMessageGap(db, deps, message)
  await takeHourlyMessage(db, deps, message.channel)
}

/** Returns the message that confirms an address. */
export function confirmationTo(address: Address): MessageKind {
  if ('phone' in address) return { channel: 'sms', kind: 'phone', address: address.phone }
  return { channel: 'email', kind: 'confirmation', address: address.email }
}

/** Returns the resent message of an address change. It is counted per account, for both addresses of the change. */
export function resentChange(channel: MessageKind['channel'], user_id: string): MessageKind {
  return { channel, kind: channel === 'email' ? 'email_change_again' : 'phone_change_again', address: user_id }
}

/** Counts a message, so that the gap to the next one of its kind starts with it; the first of a gap has 1 use. */
export async function countMessage(db: Db | Tx, { config, secrets }: Deps, { kind, address }: MessageKind) {
  if (config.messageGapSeconds === 0) return { used: 0, retry_after: 0 }
  const key = deriveKey(secrets, 'message gaps')
  const addressHash = createHmac('sha256', key).update(address).digest('base64url')
  return countUse(db, `message-gap:${kind}:${addressHash}`, config.messageGapSeconds)
}
