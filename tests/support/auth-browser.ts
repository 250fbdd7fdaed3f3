import { type AuthChangeEvent, GoTrueClient, type SupportedStorage } from '@supabase/auth-js'

/** The stock client in a browser with separate storage. */
export interface AuthBrowser {
  auth: GoTrueClient
  events: AuthChangeEvent[]
  stored: Map<string, string>
}

/** Opens a browser at a marketplace, signed out. */
export function openAuthBrowser(server: { url: string; apiKey: string; flowType?: 'pkce' | 'implicit' }): AuthBrowser {
  const stored = new Map<string, string>()
  const storage: SupportedStorage = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }
  const auth = new GoTrueClient({
    url: `${server.url}/auth/v1`,
    // The browser wrapper sends the public key as bearer even on open paths.
    headers: { apikey: server.apiKey, Authorization: `Bearer ${server.apiKey}` },
    storage,
    storageKey: 'authState',
    autoRefreshToken: false,
    detectSessionInUrl: false,
    flowType: server.flowType ?? 'implicit',
  })
  const events: AuthChangeEvent[] = []
  auth.onAuthStateChange((event) => void events.push(event))
  return { auth, events, stored }
}

/** Opens the link of a mail and presses the button of its page, if it has one; returns where it redirects. */
export async function click(address: string): Promise<{ status: number; location: URL; fragment: URLSearchParams }> {
  const opened = await fetch(address, { redirect: 'manual' })
  const form = formOf(await opened.text())
  const response = form
    ? await fetch(new URL(form.action, address), { method: 'POST', body: form.fields, redirect: 'manual' })
    : opened
  const location = new URL(response.headers.get('location') ?? 'about:blank')
  return { status: response.status, location, fragment: new URLSearchParams(location.hash.slice(1)) }
}

/** Returns the form of a page without scripts, with its fields; undefined when it has none. */
function formOf(page: string): { action: string; fields: URLSearchParams } | undefined {
  const action = /<form method="post" action="([^"]+)">/.exec(page)?.[1]
  if (action === undefined) return undefined
  const inputs = page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)
  const text = (value = '') => value.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return { action, fields: new URLSearchParams(Array.from(inputs, ([, name, value]) => [text(name), text(value)])) }
}
