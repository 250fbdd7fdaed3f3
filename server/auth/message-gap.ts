import { createHmac } from 'node:crypto'
import type { Db } from '../../db/tables.ts'
import type { Config } from '../platform/config.ts'
import { countUse } from '../platform/queries.ts'
import { deriveKey, type Secrets } from '../platform/secrets.ts'
import { sentTooSoon } from './errors.ts'

/**
 * Lets one message of a kind to an address pass in each gap, counted for all server processes together. It is counted
 * for addresses without an account alike, so that the answer tells nothing about them. Throws AppError 429.
 */
export async function keepMessageGap(
  { config, db, secrets }: { config: Pick<Config, 'messageGapSeconds'>; db: Db; secrets: Secrets },
  message: { channel: 'email' | 'sms'; kind: string; address: string },
): Promise<void> {
  if (config.messageGapSeconds === 0) return
  const who = createHmac('sha256', deriveKey(secrets, 'message gaps')).update(message.address).digest('base64url')
  const key = `message-gap:${message.kind}:${who}`
  const { used, retry_after } = await countUse(db, key, config.messageGapSeconds)
  if (used > 1) throw sentTooSoon(message.channel, Math.max(1, retry_after))
}
