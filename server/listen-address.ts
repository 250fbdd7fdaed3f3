import { once } from 'node:events'
import { createServer } from 'node:net'
import { systemCode } from '../db/files.ts'
import { reasonOf } from '../db/reason-of.ts'
import type { Config } from './platform/config.ts'

type Place = Pick<Config, 'host' | 'port'>

/**
 * Looks whether this process can listen where the settings say, before a market is made that nobody could reach. Throws
 * an Error that names the setting to change. Not for a worker: the port is its primary's.
 */
export async function requireAddress({ host, port }: Place): Promise<void> {
  const probe = createServer()
  try {
    probe.listen({ host, port })
    await once(probe, 'listening')
  } catch (error) {
    throw namingSetting(error)
  }
  probe.close()
  await once(probe, 'close')
}

/** Why nothing could listen, with what to do. */
export function namingSetting(error: unknown): Error {
  const advice = adviceFor(systemCode(error))
  return new Error(`${reasonOf(error)}.${advice}`, { cause: error })
}

function adviceFor(code: string | undefined): string {
  if (code === 'EADDRINUSE') return ' Set PORT to a free port.'
  if (code === 'EACCES') return ' Set PORT to one that this user may take: 1024 or more.'
  return ' Set HOST to an address of this machine: 127.0.0.1, or 0.0.0.0 for all.'
}
