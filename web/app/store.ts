import {
  combineReducers,
  configureStore,
  createListenerMiddleware,
  type Middleware,
  type UnknownAction,
} from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query/react'
import { api } from '../api/api.ts'
import type { AppDispatch, AppServices, AppState, AppStore } from '../api/app-store.ts'
import { createBrowserStorage } from '../api/browser-storage.ts'
import type { LoadedQuery } from '../api/site.ts'
import { startCartListeners } from '../features/cart/cart-listeners.ts'
import { cartReducer } from '../features/cart/cart-slice.ts'
import { createQueue } from '../features/cart/change-cart.ts'
import { startViewedListeners } from '../features/catalog/viewed-products.ts'
import { startOrderAttemptListeners } from '../features/checkouts/stored-attempt.ts'
import { startSavedListeners } from '../features/saved/saved-api.ts'
import { createAuthClient } from '../session/auth-client.ts'
import { createSingleFlight, sessionTokens } from '../session/check-session.ts'
import { createDraftFiles } from '../session/draft-files.ts'
import { startSessionListeners } from '../session/session-listeners.ts'
import { authReducer } from '../session/session-slice.ts'
import { startDraftListeners } from '../session/stored-drafts.ts'
import { createUnsavedForms } from '../session/unsaved-forms.ts'
import { loadCode } from '../ui/load-code.ts'

type ApiState = AppState['api']
type Upserts = Parameters<typeof api.util.upsertQueryEntries>[0]

// Combined once, since the server creates a store for each page.
const reducer = combineReducers({ [api.reducerPath]: api.reducer, auth: authReducer, cart: cartReducer })

/** The initial state of server-rendered pages, without their data. */
const { auth, cart } = reducer(undefined, { type: 'begin' })

/** Creates the store of a server-rendered page lazily: most pages read only the initial state. */
export function createPageStore(services: () => AppServices, loaded: LoadedQuery[]): AppStore {
  let created: AppStore | undefined
  const whole = () => {
    created ??= createStore(services(), [], loaded)
    return created
  }
  const begun: AppState = {
    auth,
    cart,
    get api() {
      return whole().getState().api
    },
  }
  return {
    getState: () => created?.getState() ?? begun,
    dispatch: ((action: UnknownAction) => whole().dispatch(action)) as AppDispatch,
    subscribe: (listener) => whole().subscribe(listener),
    replaceReducer: (next) => whole().replaceReducer(next),
    [Symbol.observable]: () => whole()[Symbol.observable](),
  }
}

/** Creates the browser's store from the page's data, with listeners. */
export function createBrowserStore(services: AppServices, loaded: LoadedQuery[]): AppStore {
  const listeners = createListenerMiddleware<AppState, AppDispatch, AppServices>({ extra: services })
  startSessionListeners(listeners.startListening)
  startDraftListeners(listeners.startListening)
  startCartListeners(listeners.startListening)
  startViewedListeners(listeners.startListening)
  startSavedListeners(listeners.startListening)
  startOrderAttemptListeners(listeners.startListening)
  const store = createStore(services, [listeners.middleware], loaded)
  // Refetches failed queries when the browser is online again.
  setupListeners(store.dispatch)
  return store
}

function createStore(services: AppServices, listeners: readonly Middleware[], loaded: LoadedQuery[]): AppStore {
  return configureStore({
    reducer,
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: services } })
        .prepend(...listeners)
        .concat(api.middleware),
    preloadedState: { api: apiStateOf(loaded) },
    devTools: import.meta.env.DEV,
  })
}

function apiStateOf(loaded: LoadedQuery[]): ApiState {
  const entries = loaded.map(({ endpoint, arg, data }) => ({ endpointName: endpoint, arg, value: data }))
  const state = api.reducer(undefined, api.util.upsertQueryEntries(entries as unknown as Upserts))
  const failures = loaded.filter(({ error }) => error !== undefined)
  return failures.length ? { ...state, queries: withFailures(state.queries, failures) } : state
}

function withFailures(queries: ApiState['queries'], failures: LoadedQuery[]): ApiState['queries'] {
  const entries = Object.entries(queries).map(([key, query]) => {
    const failed = failures.find(({ endpoint, arg }) => endpoint === query?.endpointName && arg === query.originalArgs)
    return [key, failed ? { ...query, status: 'rejected', data: undefined, error: failed.error } : query]
  })
  return Object.fromEntries(entries)
}

/** Creates the services of a store. Nothing is opened or loaded before first use. */
export function createServices({ site }: Pick<AppServices, 'site'>): AppServices {
  const basics = { site, now: () => Date.now(), storage: createBrowserStorage() }
  return {
    ...basics,
    tokens: sessionTokens,
    authClient: createAuthClient(basics),
    sessionCheck: createSingleFlight(),
    followedLinks: new Map(),
    cartQueue: createQueue(),
    unsavedForms: createUnsavedForms(),
    draftFiles: createDraftFiles(async () =>
      (await loadCode(() => import('../session/draft-file-store.ts'), true)).createDraftFileStore(basics.now),
    ),
  }
}
