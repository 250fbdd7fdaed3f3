import type { ChildProcess } from 'node:child_process'

/** Node's own, undocumented messages between the primary process and a worker about a connection. */
interface ClusterMessage {
  act?: string
  seq?: number
  ack?: number
}
interface Handle {
  close(): void
}

/**
 * Closes connections that were passed to a process which exited before accepting them. Node keeps them open in the primary
 * process, where nothing reads them, and the client would wait until its own timeout; when they are closed, it retries at
 * once. Safe, as nothing was read from such a connection. Call it before the process listens.
 */
export function closeLostConnections(child: ChildProcess): void {
  const unaccepted = new Map<number, Handle>()
  const send = child.send.bind(child) as (...sent: unknown[]) => boolean
  child.send = (...sent: unknown[]) => {
    const [message, handle] = sent as [ClusterMessage, Handle | undefined]
    if (handle && message.act === 'newconn' && message.seq !== undefined) unaccepted.set(message.seq, handle)
    return send(...sent)
  }
  child.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) unaccepted.delete(ack)
  })
  // After its last message. Not on `disconnect`, which Node never emits when a connection was not accepted.
  child.once('close', () => {
    for (const handle of unaccepted.values()) handle.close()
  })
}
