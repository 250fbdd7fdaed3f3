import { randomUUID } from 'node:crypto'

/** A browser without a window: stores cookies, follows redirects, fills in forms. */
export class HttpBrowser {
  readonly #cookies = new Map<string, Map<string, string>>()
  /** Every requested address, in order. */
  readonly visited: string[] = []

  /** Sends one request with the cookies of the host; does not follow redirects. */
  async request(url: string, init: RequestInit = {}): Promise<Response> {
    const { host } = new URL(url)
    this.visited.push(url)
    const jar = this.#cookies.get(host) ?? new Map<string, string>()
    this.#cookies.set(host, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const split = pair.indexOf('=')
      jar.set(pair.slice(0, split), pair.slice(split + 1))
    }
    return response
  }

  /**
   * Follows redirects and log-in pages from `url`, as the user `login`, until an address begins with one of
   * `until`; returns that address without requesting it.
   */
  async follow(url: string, options: { login: string; until: string[] }): Promise<URL> {
    let next: { url: string; init?: RequestInit } = { url }
    for (let step = 0; step < 30; step++) {
      if (options.until.some((prefix) => next.url.startsWith(prefix))) return new URL(next.url)
      const response = await this.request(next.url, next.init)
      const location = response.headers.get('location')
      if (location) next = { url: new URL(location, next.url).href }
      else next = fillIn(await response.text(), next.url, options.login)
    }
    throw new Error(`still walking after 30 steps: ${next.url}`)
  }
}

function fillIn(page: string, pageUrl: string, login: string): { url: string; init: RequestInit } {
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
  if (!action) throw new Error(`neither a redirect nor a form at ${pageUrl}: ${page.slice(0, 300)}`)
  const fields = new URLSearchParams()
  for (const [input] of page.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1]
    const value = /value="([^"]*)"/.exec(input)?.[1] ?? ''
    if (name) fields.set(name, name === 'login' ? login : name === 'password' ? 'any' : value)
  }
  return { url: new URL(action, pageUrl).href, init: { method: 'POST', body: fields } }
}

/** Returns a user name that no provider has seen. */
export const newLogin = () => `user-${randomUUID().slice(0, 8)}`

/** Returns the parameters in the fragment of an address. */
export const fragmentOf = ({ hash }: URL) => new URLSearchParams(hash.slice(1))

/** Sends one request; returns the address that it redirects to. */
export async function redirectOf(url: string | URL, init: RequestInit = {}): Promise<URL> {
  const { headers } = await fetch(url, { ...init, redirect: 'manual' })
  return new URL(headers.get('location') ?? '')
}
