import { configureStore } from '@reduxjs/toolkit'
import { type ApiExtra, api } from '../api/api.ts'

/** The part of the state that the server hands to the browser. */
export interface ServerState {
  api: ReturnType<typeof api.reducer>
}

/** One store: for each page rendered on the server, and for the browser's whole visit. */
export function createStore(extra: ApiExtra, serverState?: ServerState) {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: extra } }).concat(api.middleware),
    preloadedState: serverState,
    devTools: import.meta.env.DEV,
  })
}

export type AppStore = ReturnType<typeof createStore>

/** What the browser starts from: the answers the page was rendered with. */
export function serverStateOf(store: AppStore): ServerState {
  const { api: state } = store.getState()
  return { api: { ...state, subscriptions: {} } }
}
