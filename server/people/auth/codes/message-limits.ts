import { createHmac } from 'node:crypto'
import type { Db, Tx } from '../../../../db/tables.ts'
import type { Config } from '../../../platform/config/config.ts'
import { deriveKey, type Secrets } from '../../../platform/keys/secrets.ts'
import { countUse } from '../../../platform/load/queries.ts'
import type { Address } from '../../accounts/queries.ts'
import { sentTooMany, sentTooSoon } from '../protocol/errors.ts'

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

/** Returns the resent message of a change: counted by account, whichever of its addresses is requested. */
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
