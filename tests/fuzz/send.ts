import { Agent, request } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { FuzzRequest } from './requests.ts'

export interface FuzzAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** Until the last byte. */
  ms: number
}

/** Connections that are kept and used again, so that one odd request could spoil the next. */
export const openAgent = (maxSockets: number) => new Agent({ keepAlive: true, maxSockets })

const PATIENCE_MS = 20_000

/** Sends a request as it is and waits for the whole answer. A connection that ends without one throws. */
export function send(
  origin: URL,
  agent: Agent,
  { method, target, headers, body }: FuzzRequest,
  own: Record<string, string>,
): Promise<FuzzAnswer> {
  const beganAt = performance.now()
  const all: Record<string, string | string[]> = { ...own, host: origin.host }
  for (const [name, value] of headers) all[name] = value
  if (body !== undefined) all['content-length'] = String(body.length)
  return new Promise((resolve, reject) => {
    const options = { host: origin.hostname, port: origin.port, agent, method, path: target, headers: all }
    const sent = request({ ...options, timeout: PATIENCE_MS }, async (answer) => {
      try {
        const chunks: Buffer[] = []
        for await (const chunk of answer) chunks.push(chunk)
        const ms = performance.now() - beganAt
        const packed = Buffer.concat(chunks)
        const unpacked = method === 'HEAD' ? packed : unpack(packed, answer.headers['content-encoding'])
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: unpacked, ms })
      } catch (error) {
        reject(error)
      }
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)))
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

/** A line for a shell that sends the same request again. */
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
