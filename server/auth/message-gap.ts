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
 * sends it, the gap is given back when nothing was sent after all. Where the operator has set how many of all people
 * together may pass in an hour, it counts for that, too. A message that may be of one more kind, `orKind`, keeps the gap
 * of both. Throws AppError 429.
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
  await keepToTheHour(db, deps, message.channel)
}

async function keepToTheHour(db: Db | Tx, { config }: Deps, channel: MessageKind['channel']): Promise<void> {
  const limit = config.messagesPerHour[channel]
  if (limit === undefined) return
  const { used, retry_after } = await countUse(db, `messages:${channel}`, HOUR)
  if (used > limit) throw sentTooMany(channel, Math.max(1, retry_after))
}

/** Has a message of a kind that is sent for another reason begin a gap, though none would hold it up. */
export async function beginMessageGap(db: Db | Tx, deps: Deps, message: MessageKind): Promise<void> {
  await countMessage(db, deps, message)
}

async function countMessage(db: Db | Tx, { config, secrets }: Deps, { kind, address }: MessageKind) {
  if (config.messageGapSeconds === 0) return { used: 0, retry_after: 0 }
  const who = createHmac('sha256', deriveKey(secrets, 'message gaps')).update(address).digest('base64url')
  return countUse(db, `message-gap:${kind}:${who}`, config.messageGapSeconds)
}
