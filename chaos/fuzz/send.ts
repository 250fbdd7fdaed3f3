import { Agent, request } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { FuzzRequest } from './requests.ts'

export interface FuzzResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** Milliseconds to the last byte. */
  ms: number
}

/** Reuses connections, so that a broken response affects the next request. */
export const openAgent = (maxSockets: number) => new Agent({ keepAlive: true, maxSockets })

const TIMEOUT_MS = 20_000

/** Sends a request. Throws when the connection ends without a complete response. */
export function send(
  origin: URL,
  agent: Agent,
  { method, target, headers, body }: FuzzRequest,
  own: Record<string, string>,
): Promise<FuzzResponse> {
  const startedAt = performance.now()
  const all: Record<string, string | string[]> = { ...own, host: origin.host }
  for (const [name, value] of headers) all[name] = value
  if (body !== undefined) all['content-length'] = String(body.length)
  return new Promise((resolve, reject) => {
    const options = { host: origin.hostname, port: origin.port, agent, method, path: target, headers: all }
    const sent = request({ ...options, timeout: TIMEOUT_MS }, async (response) => {
      try {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        const ms = performance.now() - startedAt
        const packed = Buffer.concat(chunks)
        const unpacked = method === 'HEAD' ? packed : unpack(packed, response.headers['content-encoding'])
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: unpacked, ms })
      } catch (error) {
        reject(error)
      }
    })
    sent.on('timeout', () => sent.destroy(new Error(`no response within ${TIMEOUT_MS} ms`)))
    sent.on('error', reject)
    sent.end(body)
  })
}

function unpack(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes
  if (encoding === 'br') return brotliDecompressSync(bytes)
  if (encoding === 'gzip') return gunzipSync(bytes)
  return encoding === 'deflate' ? inflateSync(bytes) : bytes
}

/** Returns a shell command that repeats the request. */
export function asCurl(origin: URL, { role, method, target, headers, body }: FuzzRequest): string {
  const own = { ...(role !== 'visitor' && { authorization: `Bearer {${role}}` }), apikey: '{key}' }
  const all = Object.entries({ ...own, ...Object.fromEntries(headers) })
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const line = [
    'curl -i --path-as-is -g -X',
    method,
    ...all.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
  ]
  if (body?.length) line.push(`--data-binary @<(base64 -d <<< ${body.toString('base64').slice(0, 4000)})`)
  return [...line, quoted(`${origin.origin}${target}`)].join(' ')
}
