/** Limits the whole call, body included. */
const TIMEOUT_MS = 5_000
const MAX_BODY_BYTES = 1024 * 1024

/** Thrown when another service could not be reached, was too slow, or sent too much. */
export class OutgoingCallFailed extends Error {}

interface OutgoingRequest extends Omit<RequestInit, 'body'> {
  body?: BodyInit | Uint8Array | null | undefined
}

/**
 * Calls a service that the operator configured, within 5 s and 1 MB; redirects are returned, not followed. Throws
 * OutgoingCallFailed.
 */
export async function outgoingFetch(url: string | URL, init: OutgoingRequest = {}): Promise<Response> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await fetch(url, {
      ...(init as RequestInit),
      redirect: 'manual',
      signal: init.signal ? AbortSignal.any([init.signal, deadline]) : deadline,
    })
    const body = await readBody(response)
    const { status, statusText } = response
    const headers = new Headers(response.headers)
    // The body is decompressed already.
    headers.delete('content-encoding')
    headers.delete('content-length')
    return new Response(body, { status, statusText, headers })
  } catch (error) {
    if (error instanceof OutgoingCallFailed) throw error
    throw new OutgoingCallFailed(`no response from ${new URL(url).host}`, { cause: error })
  }
}

/** Returns null without a body, as statuses that allow none require. */
async function readBody(response: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!response.body) return null
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the stream, and with it the connection.
    if (bytes > MAX_BODY_BYTES) throw new OutgoingCallFailed('the response is too large')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
