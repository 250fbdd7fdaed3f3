import { createHmac } from 'node:crypto'
import type { Db, Tx } from '../../db/tables.ts'
import type { Config } from '../platform/config.ts'
import { countUse } from '../platform/queries.ts'
import { deriveKey, type Secrets } from '../platform/secrets.ts'
import { sentTooMany, sentTooSoon } from './errors.ts'

const HOUR = 3600

type Deps = { config: Pick<Config, 'messageGapSeconds' | 'messagesPerHour'>; secrets: Secrets }
type MessageKind = { channel: 'email' | 'sms'; kind: string; address: string }

/**
 * Lets one message of a kind to an address pass in each gap, counted for all server processes together. It is counted
 * for addresses without an account alike, so that the answer tells nothing about them. Counted in the transaction that
 * sends it, the gap is given back when nothing was sent after all. A message that may be of one more kind, `orKind`, keeps
 * the gap of both. Throws AppError 429.
 */
export async function keepMessageGap(
  db: Db | Tx,
  deps: Deps,
  message: MessageKind & { orKind?: string | undefined },
): Promise<void> {
  for (const kind of [message.orKind, message.kind]) {
    if (kind === undefined) continue
    const { used, retry_after } = await countMessage(db, deps, { ...message, kind })
    if (used > 1) throw sentTooSoon(message.channel, Math.max(1, retry_after))
  }
}

/**
 * Counts a request for messages where the operator has set how many of all people together may pass in an hour. Before any
 * transaction: everybody's next message waits for this row. Throws AppError 429.
 */
export async function keepToTheHour(db: Db, { config }: Deps, channel: MessageKind['channel']): Promise<void> {
  const limit = config.messagesPerHour[channel]
  if (limit === undefined) return
  const { used, retry_after } = await countUse(db, `messages:${channel}`, HOUR)
  if (used > limit) throw sentTooMany(channel, Math.max(1, retry_after))
}

/** Lets a message pass as both limits allow, where it is sent for certain or nobody may learn that it is not. */
export async function keepMessageLimits(
  db: Db,
  deps: Deps,
  message: MessageKind & { orKind?: string | undefined },
): Promise<void> {
  await keepMessageGap(db, deps, message)
  await keepToTheHour(db, deps, message.channel)
}

/** The messages of an account's change of address that are sent again, by whichever address somebody asked for them. */
export function changeSentAgain(channel: MessageKind['channel'], user_id: string): MessageKind {
  return { channel, kind: channel === 'email' ? 'email_change_again' : 'phone_change_again', address: user_id }
}

/** Whether it is the first of its kind in the gap, for what is passed over in silence when it is not; counts it. */
export async function isFirstInGap(tx: Tx, deps: Deps, message: MessageKind): Promise<boolean> {
  return (await countMessage(tx, deps, message)).used <= 1
}

/** Counts a message that is sent in any case, so that the gap to the next one of its kind begins with it. */
export async function beginMessageGap(tx: Tx, deps: Deps, message: MessageKind): Promise<void> {
  await countMessage(tx, deps, message)
}

async function countMessage(db: Db | Tx, { config, secrets }: Deps, { kind, address }: MessageKind) {
  if (config.messageGapSeconds === 0) return { used: 0, retry_after: 0 }
  const who = createHmac('sha256', deriveKey(secrets, 'message gaps')).update(address).digest('base64url')
  return countUse(db, `message-gap:${kind}:${who}`, config.messageGapSeconds)
}
