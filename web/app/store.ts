import { configureStore } from '@reduxjs/toolkit'
import { type ApiExtra, api } from '../api/api.ts'
import { cartReducer } from '../features/cart/cart-slice.ts'
import { authReducer } from '../session/session-slice.ts'

type ApiState = ReturnType<typeof api.reducer>
type Queries = ApiState['queries']

/** The answers a page was rendered with: the same text for the same answers, so that the page's ETag is as well. */
export interface ServerState {
  queries: Queries
  provided: ApiState['provided']
}

/** One store: for each page rendered on the server, and for the browser's whole visit. */
export function createStore(extra: ApiExtra, serverState?: ServerState) {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer, auth: authReducer, cart: cartReducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: extra } }).concat(api.middleware),
    preloadedState: serverState && { api: withAnswers(serverState) },
    devTools: import.meta.env.DEV,
  })
}

export type AppStore = ReturnType<typeof createStore>

/** What the browser starts from. */
export function serverStateOf(store: AppStore): ServerState {
  const { queries, provided } = store.getState().api
  return {
    queries: mapQueries(queries, ({ requestId, startedTimeStamp, fulfilledTimeStamp, ...kept }) => kept),
    provided: inOneOrder(provided) as ApiState['provided'],
  }
}

/** The same whichever answer came first: what is listed here are sets. */
function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, inOneOrder(inner)]))
}

/** The API's state with the server's answers in it, as if they had come just now. */
function withAnswers({ queries, provided }: ServerState): ApiState {
  const now = Date.now()
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
