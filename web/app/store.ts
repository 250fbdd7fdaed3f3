import { configureStore, createListenerMiddleware, type Middleware } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query/react'
import { api } from '../api/api.ts'
import type { AppDispatch, AppServices, AppState, AppStore } from '../api/app-store.ts'
import { startCartListeners } from '../features/cart/cart-listeners.ts'
import { cartReducer } from '../features/cart/cart-slice.ts'
import { startOrderAttemptListeners } from '../features/checkout/order-attempt.ts'
import { startDraftListeners } from '../session/form-drafts.ts'
import { startSessionListeners } from '../session/session-listeners.ts'
import { authReducer } from '../session/session-slice.ts'

type ApiState = ReturnType<typeof api.reducer>
type Queries = ApiState['queries']

/** The data a page was rendered with: the same text for the same data, so that the page's ETag is the same, too. */
export interface ServerState {
  queries: Queries
  provided: ApiState['provided']
}

/** Creates the store of one page that the server renders. */
export function createPageStore(services: AppServices): AppStore {
  return createStore(services, [])
}

/** Creates the browser's store, with the data the page was rendered with, and its listeners. */
export function createBrowserStore(services: AppServices, serverState: ServerState): AppStore {
  const listeners = createListenerMiddleware<AppState, AppDispatch, AppServices>({ extra: services })
  startSessionListeners(listeners.startListening)
  startDraftListeners(listeners.startListening)
  startCartListeners(listeners.startListening)
  startOrderAttemptListeners(listeners.startListening)
  const store = createStore(services, [listeners.middleware], withData(serverState, services.now()))
  // What failed while the browser was offline is fetched once it is back.
  setupListeners(store.dispatch)
  return store
}

function createStore(services: AppServices, listeners: readonly Middleware[], loaded?: AppState['api']): AppStore {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer, auth: authReducer, cart: cartReducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: services } })
        .prepend(...listeners)
        .concat(api.middleware),
    preloadedState: loaded && { api: loaded },
    devTools: import.meta.env.DEV,
  })
}

/** Returns the initial data for the browser's store. */
export function serverStateOf(store: AppStore): ServerState {
  const { queries, provided } = store.getState().api
  return {
    queries: mapQueries(queries, ({ requestId, startedTimeStamp, fulfilledTimeStamp, ...kept }) => kept),
    provided: inOneOrder(provided) as ApiState['provided'],
  }
}

/** Sorts the lists, which are sets: the result is the same whichever response came first. */
function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, inOneOrder(inner)]))
}

/** Returns the API's state with the server's data in it, as if it had been fetched `now`. */
function withData({ queries, provided }: ServerState, now: number): ApiState {
  return {
    ...api.reducer(undefined, { type: 'init' }),
    provided,
    queries: mapQueries(queries, (query) => ({
      ...query,
      requestId: '',
      startedTimeStamp: now,
      ...(query.status === 'fulfilled' && { fulfilledTimeStamp: now }),
    })),
  }
}

function mapQueries(queries: Queries, change: (query: NonNullable<Queries[string]>) => object): Queries {
  const inOrder = Object.entries(queries).sort(([a], [b]) => (a < b ? -1 : 1))
  const entries = inOrder.map(([key, query]) => [key, query && change(query)])
  return Object.fromEntries(entries)
}
