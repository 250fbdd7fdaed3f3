import { createHmac } from 'node:crypto'
import type { Db } from '../../db/tables.ts'
import type { Config } from '../platform/config.ts'
import { countUse } from '../platform/queries.ts'
import { deriveKey, type Secrets } from '../platform/secrets.ts'
import { sentTooSoon } from './errors.ts'

type Deps = { config: Pick<Config, 'messageGapSeconds'>; db: Db; secrets: Secrets }
type MessageKind = { channel: 'email' | 'sms'; kind: string; address: string }

/**
 * Lets one message of a kind to an address pass in each gap, counted for all server processes together. It is counted
 * for addresses without an account alike, so that the answer tells nothing about them. Throws AppError 429.
 */
export async function keepMessageGap(deps: Deps, message: MessageKind): Promise<void> {
  const { used, retry_after } = await countMessage(deps, message)
  if (used > 1) throw sentTooSoon(message.channel, Math.max(1, retry_after))
}

/** Has a message of a kind that is sent for another reason begin a gap, though none would hold it up. */
export async function beginMessageGap(deps: Deps, message: MessageKind): Promise<void> {
  await countMessage(deps, message)
}

async function countMessage({ config, db, secrets }: Deps, { kind, address }: MessageKind) {
  if (config.messageGapSeconds === 0) return { used: 0, retry_after: 0 }
  const who = createHmac('sha256', deriveKey(secrets, 'message gaps')).update(address).digest('base64url')
  return countUse(db, `message-gap:${kind}:${who}`, config.messageGapSeconds)
}
