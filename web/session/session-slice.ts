import { createSlice, type PayloadAction, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit'
import type { User } from '@supabase/auth-js'

/** What the browser knows of who is signed in. Only shows and hides things: the server decides what is allowed. */
export interface AuthState {
  user: User | null
  token: string | null
  isAuthenticated: boolean
  /** Signed in just now; what belongs to that moment (the cart merge) is still to be done. */
  isFirstLogin: boolean
  /** Known by the first sign-in step only: the account asks for a second one before anybody counts as signed in. */
  halfSignedIn: User | null
  /** False on the server and until the browser has looked into its storage. */
  ready: boolean
}

export interface Credentials {
  user: User
  token: string
}

/** The part of the store this folder works with. */
export interface SessionStore {
  getState(): { auth: AuthState }
  // biome-ignore lint/suspicious/noExplicitAny: the type of the whole state is known only to web/app
  dispatch: ThunkDispatch<any, any, UnknownAction>
  subscribe(listener: () => void): () => void
}

const signedOut: AuthState = {
  user: null,
  token: null,
  isAuthenticated: false,
  isFirstLogin: false,
  halfSignedIn: null,
  ready: true,
}

const sessionSlice = createSlice({
  name: 'auth',
  initialState: { ...signedOut, ready: false } as AuthState,
  reducers: {
    /** Somebody signed in. */
    credentialsSet: (_state, { payload }: PayloadAction<Credentials>): AuthState => signedIn(payload, true),
    /** The browser's storage says who is signed in. */
    sessionRestored: (_state, { payload }: PayloadAction<Credentials & { isFirstLogin: boolean }>): AuthState =>
      signedIn(payload, payload.isFirstLogin),
    /** The same person with a newer token or profile. */
    sessionRenewed: (state, { payload }: PayloadAction<Credentials>): AuthState =>
      signedIn(payload, state.isFirstLogin),
    /** The first of two sign-in steps is done. */
    secondFactorAwaited: (_state, { payload }: PayloadAction<User>): AuthState => ({
      ...signedOut,
      halfSignedIn: payload,
    }),
    firstLoginCompleted: (state) => {
      state.isFirstLogin = false
    },
    /** Nobody is signed in (any more). */
    sessionCleared: (): AuthState => signedOut,
    /** The person chose to log out; follows `sessionCleared`. */
    loggedOut: () => {},
  },
})

function signedIn({ user, token }: Credentials, isFirstLogin: boolean): AuthState {
  return { ...signedOut, user, token, isAuthenticated: true, isFirstLogin }
}

export const {
  credentialsSet,
  sessionRestored,
  sessionRenewed,
  secondFactorAwaited,
  firstLoginCompleted,
  sessionCleared,
  loggedOut,
} = sessionSlice.actions

/** The account as the server has it now; an answer about somebody who is not here any more changes nothing. */
export function accountFetched(user: User) {
  return (dispatch: SessionStore['dispatch'], getState: SessionStore['getState']): void => {
    const { auth } = getState()
    if (auth.token && auth.user?.id === user.id) dispatch(sessionRenewed({ user, token: auth.token }))
  }
}

/** The store's `auth` part. */
export const authReducer = sessionSlice.reducer
