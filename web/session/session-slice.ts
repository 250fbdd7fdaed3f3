import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { User } from '@supabase/auth-js'
import type { AppThunk } from '../api/app-store.ts'

/** The browser's view of the session. It only decides what is shown: the server decides what is allowed. */
export interface AuthState {
  user: User | null
  token: string | null
  isAuthenticated: boolean
  /** The cart has not been merged since the sign-in. */
  isFirstLogin: boolean
  /** The user who has passed the first of two sign-in steps, and is not signed in before the second. */
  awaitingSecondFactor: User | null
  /** The last logout failed. */
  logoutFailed: boolean
  /** False on the server and until the browser has read its storage. */
  ready: boolean
}

export interface Credentials {
  user: User
  token: string
}

declare module '../api/app-store.ts' {
  interface AppState {
    auth: AuthState
  }
}

const signedOut: AuthState = {
  user: null,
  token: null,
  isAuthenticated: false,
  isFirstLogin: false,
  awaitingSecondFactor: null,
  logoutFailed: false,
  ready: true,
}

const sessionSlice = createSlice({
  name: 'auth',
  initialState: { ...signedOut, ready: false } as AuthState,
  reducers: {
    /** A user signed in. */
    credentialsSet: (_state, { payload }: PayloadAction<Credentials>): AuthState => signedIn(payload, true),
    /** The browser's storage held a session. */
    sessionRestored: (_state, { payload }: PayloadAction<Credentials & { isFirstLogin: boolean }>): AuthState =>
      signedIn(payload, payload.isFirstLogin),
    /** The same user with a newer token or profile. */
    sessionRenewed: (state, { payload }: PayloadAction<Credentials>): AuthState =>
      signedIn(payload, state.isFirstLogin),
    /** The first of two sign-in steps is done. */
    secondFactorRequired: (_state, { payload }: PayloadAction<User>): AuthState => ({
      ...signedOut,
      awaitingSecondFactor: payload,
    }),
    firstLoginCompleted: (state) => {
      state.isFirstLogin = false
    },
    /** The session has ended, or there is none. */
    sessionCleared: (): AuthState => signedOut,
    /** The user chose to log out; follows `sessionCleared`. */
    loggedOut: () => {},
    logoutEnded: (state, { payload }: PayloadAction<{ failed: boolean }>) => {
      state.logoutFailed = payload.failed
    },
  },
})

function signedIn({ user, token }: Credentials, isFirstLogin: boolean): AuthState {
  return { ...signedOut, user, token, isAuthenticated: true, isFirstLogin }
}

export const {
  credentialsSet,
  sessionRestored,
  sessionRenewed,
  secondFactorRequired,
  firstLoginCompleted,
  sessionCleared,
  loggedOut,
  logoutEnded,
} = sessionSlice.actions

/** Stores the account as the server returned it, unless another user has signed in since. */
export function accountFetched(user: User): AppThunk<void> {
  return (dispatch, getState) => {
    const { auth } = getState()
    if (auth.token && auth.user?.id === user.id) dispatch(sessionRenewed({ user, token: auth.token }))
  }
}

/** The store's `auth` part. */
export const authReducer = sessionSlice.reducer
