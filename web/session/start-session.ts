import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { SESSION_STATE_KEY } from '../../shared/account/constants.ts'
import { api, PERSONAL_TAGS, setSignedIn } from '../api/api.ts'
import { verifiedFactorsOf } from './account-parts.ts'
import { forgetSession, loadAuthClient, onAuthEvent } from './auth-client.ts'
import {
  accountFetched,
  type Credentials,
  credentialsSet,
  type SessionStore,
  secondFactorAwaited,
  sessionCleared,
  sessionRenewed,
  sessionRestored,
} from './session-slice.ts'
import { readFirstLogin, readStoredSession, writeAuthState } from './stored-session.ts'
import { hasSecondFactor } from './token-claims.ts'
import { summarize } from './use-session.ts'

/** How the server refuses who has no session any more. */
const SESSION_OVER = [400, 401, 403]
/** A stored token is used as it is while it lasts at least this long; auth-js renews it well before. */
const FRESH_FOR_MS = 60_000
/** A new password and a checked second step end sessions elsewhere. */
const ENDS_OTHERS: readonly AuthChangeEvent[] = ['USER_UPDATED', 'MFA_CHALLENGE_VERIFIED']

/**
 * Restores who is signed in and keeps the store, local storage and other tabs in step. Call once the page is hydrated:
 * the first render is the same for everyone. Answers what stops it.
 */
export function startSession(store: SessionStore): () => void {
  setSignedIn({
    token: () => accessToken(store),
    renewed: (refused) => renewedToken(store, refused),
    isWriter: () => summarize(store.getState().auth).userRole !== 'buyer',
  })
  onAuthEvent((event, session) => follow(store, event, session))
  restore(store)
  const onStorage = ({ key }: StorageEvent) => {
    if (key === SESSION_STATE_KEY || key === null) restore(store)
  }
  addEventListener('storage', onStorage)
  const stopKeeping = keepAuthState(store)
  return () => {
    removeEventListener('storage', onStorage)
    stopKeeping()
  }
}

/** Takes over what local storage says; the server is asked afterwards whether it still holds. */
function restore(store: SessionStore): void {
  const session = readStoredSession()
  if (!session) return void signOutHere(store)
  const credentials = { user: session.user, token: session.access_token }
  if (needsSecondFactor(credentials)) {
    awaitSecondFactor(store, session.user)
    return void checkSession(store)
  }
  if (store.getState().auth.user?.id === session.user.id) return void store.dispatch(sessionRenewed(credentials))
  forgetOther(store)
  store.dispatch(sessionRestored({ ...credentials, isFirstLogin: readFirstLogin(session.user.id) }))
  void checkSession(store)
}

function follow(store: SessionStore, event: AuthChangeEvent, session: Session | null): void {
  const { auth } = store.getState()
  if (event === 'SIGNED_OUT') return void signOutHere(store)
  if (!session) return
  const credentials = { user: session.user, token: session.access_token }
  if (needsSecondFactor(credentials)) return void awaitSecondFactor(store, session.user)
  if (auth.user?.id !== session.user.id) {
    forgetOther(store)
    store.dispatch(credentialsSet(credentials))
  } else if (auth.token !== session.access_token || event === 'USER_UPDATED')
    store.dispatch(sessionRenewed(credentials))
  if (ENDS_OTHERS.includes(event)) store.dispatch(api.util.invalidateTags(['Session']))
}

function needsSecondFactor({ user, token }: Credentials): boolean {
  return verifiedFactorsOf(user).length > 0 && !hasSecondFactor(token)
}

/** Somebody else is here without the one before having signed out, e.g. by a link: nothing of theirs is shown any more. */
function forgetOther(store: SessionStore): void {
  if (!store.getState().auth.isAuthenticated) return
  store.dispatch(sessionCleared())
  store.dispatch(api.util.resetApiState())
}

/** Until the second step is done, nobody is signed in here. */
function awaitSecondFactor(store: SessionStore, user: Credentials['user']): void {
  const { isAuthenticated } = store.getState().auth
  store.dispatch(secondFactorAwaited(user))
  if (isAuthenticated) dropPersonalAnswers(store)
}

/** Forgets the person in this tab, and with them every answer that was theirs. */
function signOutHere(store: SessionStore): void {
  const { isAuthenticated, halfSignedIn, ready } = store.getState().auth
  if (isAuthenticated || halfSignedIn || !ready) store.dispatch(sessionCleared())
  if (isAuthenticated) dropPersonalAnswers(store)
}

function dropPersonalAnswers(store: SessionStore): void {
  // Once nothing shows them any more, invalid answers are dropped, not asked for again.
  setTimeout(() => store.dispatch(api.util.invalidateTags([...PERSONAL_TAGS])))
}

/** The token for a call to our API: null when nobody is signed in or the session cannot be renewed. */
async function accessToken(store: SessionStore): Promise<string | null> {
  const { user, token } = store.getState().auth
  if (!token) return null
  const stored = readStoredSession()
  // News of another tab's sign-in can be here before what that tab has stored.
  if (!stored || stored.user.id !== user?.id) return token
  if ((stored.expires_at ?? 0) * 1000 - Date.now() > FRESH_FOR_MS) return stored.access_token
  try {
    const auth = await loadAuthClient()
    const { data } = await auth.getSession()
    return data.session?.access_token ?? null
  } catch {
    return null
  }
}

/** A newer token than the one the server refused; null when there is none. Signs out when the session is over. */
async function renewedToken(store: SessionStore, refused: string): Promise<string | null> {
  await checkSession(store)
  const token = await accessToken(store)
  return token === refused ? null : token
}

let checking: Promise<void> | undefined

/**
 * Asks the server who is signed in: takes over a changed profile or role, and signs out in this browser when the
 * session is over. Without an answer everything stays as it is.
 */
function checkSession(store: SessionStore): Promise<void> {
  checking ??= askServer(store)
    .catch((error) => console.warn(error))
    .finally(() => {
      checking = undefined
    })
  return checking
}

async function askServer(store: SessionStore): Promise<void> {
  const auth = await loadAuthClient()
  const { data, error } = await auth.getUser()
  // The token may be over without this browser's clock saying so; whether the session is, renewing it tells.
  const refusal = error?.code === 'bad_jwt' ? (await auth.refreshSession()).error : error
  if (refusal && SESSION_OVER.includes(refusal.status ?? 0)) return forgetSession()
  if (data.user) store.dispatch(accountFetched(data.user))
}

function keepAuthState(store: SessionStore): () => void {
  let kept = store.getState().auth
  writeAuthState(kept)
  return store.subscribe(() => {
    const { auth } = store.getState()
    if (auth === kept) return
    kept = auth
    writeAuthState(auth)
  })
}
