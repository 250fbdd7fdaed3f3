import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/auth-js'
import { SESSION_STATE_KEY } from '../../shared/account/constants.ts'
import { readPageState } from '../api/site.ts'
import { sessionStorageAdapter } from './stored-session.ts'

type AuthListener = (event: AuthChangeEvent, session: Session | null) => void

let client: Promise<GoTrueClient> | undefined
let listener: AuthListener = () => {}

/** Says who hears of sign-ins, sign-outs and renewed tokens, in this tab and in others. */
export function onAuthEvent(heard: AuthListener): void {
  listener = heard
}

/** The one auth-js client of this page, fetched and made when first asked for. Rejects when its code does not load. */
export function loadAuthClient(): Promise<GoTrueClient> {
  client ??= createClient().catch((error) => {
    client = undefined
    throw error
  })
  return client
}

async function createClient(): Promise<GoTrueClient> {
  const { GoTrueClient } = await import('@supabase/auth-js')
  const created = new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    headers: { apikey: readPageState().site.apiKey },
    storageKey: SESSION_STATE_KEY,
    storage: sessionStorageAdapter,
    detectSessionInUrl: false,
    flowType: 'pkce',
    // Links that were asked for one after the other each find what they were asked with.
    experimental: { appendPkceFlowIdToRedirects: true },
  })
  created.onAuthStateChange((event, session) => listener(event, session))
  return created
}

/** Forgets the session in this browser without asking the server; every tab hears of it. */
export async function forgetSession(): Promise<void> {
  const auth = await loadAuthClient()
  await sessionStorageAdapter.removeItem(SESSION_STATE_KEY)
  await auth.signOut({ scope: 'local' })
}
