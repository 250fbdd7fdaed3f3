import type { ChildProcess } from 'node:child_process'

/** What the first process sends with a connection, and what it gets back: Node's own messages, which are not documented. */
interface ClusterMessage {
  act?: string
  seq?: number
  ack?: number
}
interface Handle {
  close(): void
}

/**
 * Closes the connections that were given to a process which ended before it took them. Node keeps them open in the first
 * process, where nothing reads them: a client would wait until its own timeout, and now sends its request again at once.
 * To be called before the process listens. Nothing was read from such a connection.
 */
export function closeLostConnections(child: ChildProcess): void {
  const given = new Map<number, Handle>()
  const send = child.send.bind(child) as (...sent: unknown[]) => boolean
  child.send = (...sent: unknown[]) => {
    const [message, handle] = sent as [ClusterMessage, Handle | undefined]
    if (handle && message.act === 'newconn' && message.seq !== undefined) given.set(message.seq, handle)
    return send(...sent)
  }
  child.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) given.delete(ack)
  })
  // After its last message. Not `disconnect`, which Node puts off for ever when a connection was not taken.
  child.once('close', () => {
    for (const handle of given.values()) handle.close()
  })
}
