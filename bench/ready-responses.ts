import { get } from 'node:http'
import type { ReadyResponse } from './limits/http-limit.ts'

/** The headers that the limit server sends as well: clients need them to read the body. */
const COPIED_HEADERS = ['content-type', 'content-encoding', 'etag', 'cache-control', 'vary']

/** Returns the unchanged response of one request. Throws unless its status is 200. */
export function readResponse(origin: string, path: string, headers: Record<string, string>): Promise<ReadyResponse> {
  return new Promise((resolve, reject) => {
    get(`${origin}${path}`, { headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      if (response.statusCode !== 200) return reject(new Error(`${path} returned ${response.statusCode}`))
      const copied = COPIED_HEADERS.flatMap((name) => {
        const value = response.headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      })
      resolve({ path, headers: Object.fromEntries(copied), body: Buffer.concat(chunks).toString('base64') })
    }).on('error', reject)
  })
}

/** Returns a script and a phone-size product picture of the home page. Throws when it has none. */
export async function filesOfHome(origin: string): Promise<{ script: string; picture: string }> {
  const html = await (await fetch(`${origin}/`)).text()
  const script = /"(\/assets\/[^"]+\.js)"/.exec(html)?.[1]
  const picture = /[ "]([^" ]+width=320) 320w/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  if (!script || !picture) throw new Error('the home page has no script or no picture')
  return { script, picture: new URL(picture, origin).pathname + new URL(picture, origin).search }
}
