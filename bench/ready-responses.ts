import { get } from 'node:http'
import type { ReadyResponse } from './limits/http-limit.ts'

/** The headers that the limit sends, too: without them a client would not understand the bytes. */
const KEPT_HEADERS = ['content-type', 'content-encoding', 'etag', 'cache-control', 'vary']

/** Requests an address once and returns its response as it was sent. Throws an Error unless it is 200. */
export function readResponse(origin: string, path: string, headers: Record<string, string>): Promise<ReadyResponse> {
  return new Promise((resolve, reject) => {
    get(`${origin}${path}`, { headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      if (response.statusCode !== 200) return reject(new Error(`${path} returned ${response.statusCode}`))
      const kept = KEPT_HEADERS.flatMap((name) => {
        const value = response.headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      })
      resolve({ path, headers: Object.fromEntries(kept), body: Buffer.concat(chunks).toString('base64') })
    }).on('error', reject)
  })
}

/**
 * Returns a built script, and the picture of a product in the size of its card on phones, which the home page asks for.
 * Throws an Error when it has none.
 */
export async function filesOfHome(origin: string): Promise<{ script: string; picture: string }> {
  const html = await (await fetch(`${origin}/`)).text()
  const script = /"(\/assets\/[^"]+\.js)"/.exec(html)?.[1]
  const picture = /[ "]([^" ]+width=320) 320w/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  if (!script || !picture) throw new Error('the home page has no script or no picture')
  return { script, picture: new URL(picture, origin).pathname + new URL(picture, origin).search }
}
