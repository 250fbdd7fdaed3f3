import { createHmac } from 'node:crypto'
import type { Db, Tx } from '../../db/tables.ts'
import type { Config } from '../platform/config.ts'
import { countUse } from '../platform/queries.ts'
import { deriveKey, type Secrets } from '../platform/secrets.ts'
import { sentTooSoon } from './errors.ts'

type Deps = { config: Pick<Config, 'messageGapSeconds'>; secrets: Secrets }
type MessageKind = { channel: 'email' | 'sms'; kind: string; address: string }

/**
 * Lets one message of a kind to an address pass in each gap, counted for all server processes together. It is counted
 * for addresses without an account alike, so that the answer tells nothing about them. Counted in the transaction that
 * sends it, the gap is given back when nothing was sent after all. Throws AppError 429.
 */
export async function keepMessageGap(db: Db | Tx, deps: Deps, message: MessageKind): Promise<void> {
  const { used, retry_after } = await countMessage(db, deps, message)
  if (used > 1) throw sentTooSoon(message.channel, Math.max(1, retry_after))
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
