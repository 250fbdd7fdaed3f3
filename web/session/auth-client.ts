import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/auth-js'
import { SESSION_STATE_KEY } from '../../shared/auth/constants.ts'
import type { AppServices, AppThunk } from '../api/app-store.ts'
import { loadCode } from '../ui/load-code.ts'
import { createSessionStorage } from './stored-session.ts'

type AuthListener = (event: AuthChangeEvent, session: Session | null) => void

/** The one auth-js client of a page. */
export interface AuthClient {
  /** Returns the client, whose code is fetched at the first call. Rejects when that fails; the next call tries again. */
  load(): Promise<GoTrueClient>
  /** Sets what is called at sign-ins, sign-outs and renewed tokens, in this tab and in others. */
  onEvent(listener: AuthListener): void
}

declare module '../api/app-store.ts' {
  interface AppServices {
    authClient: AuthClient
  }
}

/** Returns the page's auth-js client, not loaded yet. */
export function createAuthClient(services: Pick<AppServices, 'site' | 'storage' | 'now'>): AuthClient {
  let client: Promise<GoTrueClient> | undefined
  let listener: AuthListener = () => {}

  async function open(): Promise<GoTrueClient> {
    const opened = await openClient(services)
    opened.onAuthStateChange((event, session) => listener(event, session))
    return opened
  }

  return {
    load: () => {
      client ??= open().catch((error) => {
        client = undefined
        throw error
      })
      return client
    },
    onEvent: (next) => {
      listener = next
    },
  }
}

async function openClient({ site, storage, now }: Pick<AppServices, 'site' | 'storage' | 'now'>) {
  const { GoTrueClient } = await loadCode(() => import('@supabase/auth-js'))
  return new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    headers: { apikey: site.apiKey },
    storageKey: SESSION_STATE_KEY,
    storage: createSessionStorage(storage, now),
    detectSessionInUrl: false,
    flowType: 'pkce',
    // Lets each of several links requested in succession find its own code verifier.
    experimental: { appendPkceFlowIdToRedirects: true },
  })
}

/** Returns the page's auth-js client. Rejects when its code cannot be fetched. */
export function loadAuthClient(): AppThunk<Promise<GoTrueClient>> {
  return (_dispatch, _getState, { authClient }) => authClient.load()
}

/** Removes the session from this browser, in every tab, without a call to the server. */
export function clearSession(): AppThunk<Promise<void>> {
  return async (_dispatch, _getState, { authClient, storage }) => {
    const auth = await authClient.load()
    storage.write('localStorage', SESSION_STATE_KEY, null)
    await auth.signOut({ scope: 'local' })
  }
}
