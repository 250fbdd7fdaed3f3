import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { reasonOf } from '../../../db/failures.ts'
import { systemCode } from '../../../db/files.ts'
import type { Config } from '../config/config.ts'

/** A worker's message to its primary when it listens. */
export const SERVING = 'serving'

type Address = Pick<Config, 'host' | 'port'>

/** Linux: 1 when waiting connections are passed to another process as one stops listening; otherwise they are reset. */
const MIGRATES_CONNECTIONS = '/proc/sys/net/ipv4/tcp_migrate_req'

/** Throws an Error naming the setting unless this process can listen on the address; not for a worker. */
export async function requireAddress({ host, port }: Address): Promise<void> {
  const probe = createServer()
  try {
    probe.listen({ host, port })
    await once(probe, 'listening')
  } catch (error) {
    throw explainListenError(error)
  }
  probe.close()
  await once(probe, 'close')
}

/** Returns the error of a failed listen, with advice. */
export function explainListenError(error: unknown): Error {
  const advice = adviceFor(systemCode(error))
  return new Error(`${reasonOf(error)}.${advice}`, { cause: error })
}

function adviceFor(code: string | undefined): string {
  if (code === 'EADDRINUSE') return ' Set PORT to a free port.'
  if (code === 'EACCES') return ' Set PORT to one that this user may open: 1024 or more.'
  return ' Set HOST to an address of this machine: 127.0.0.1, or 0.0.0.0 for all.'
}

/**
 * Returns whether each process of a cluster may listen by itself: the system then distributes new connections at half the
 * cost of the primary. Only where no waiting connection is lost when a process ends.
 */
export function mayListenAlone({ port }: Pick<Config, 'port'>, flagFile = MIGRATES_CONNECTIONS): boolean {
  // Each would choose a port of its own.
  if (port === 0) return false
  try {
    return readFileSync(flagFile, 'utf8').trim() === '1'
  } catch {
    return false
  }
}
