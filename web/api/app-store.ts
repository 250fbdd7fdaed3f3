import {
  createAction,
  type Store,
  type ThunkAction,
  type ThunkDispatch,
  type TypedStartListening,
  type UnknownAction,
} from '@reduxjs/toolkit'
import { useDispatch, useSelector, useStore } from 'react-redux'
import type { api, TokenSource } from './api.ts'
import type { BrowserStorage } from './browser-storage.ts'
import type { Site } from './site.ts'

/** The state of the store. Each slice adds its part in its own file, by `declare module`. */
export interface AppState {
  api: ReturnType<typeof api.reducer>
}

/** What thunks, queries and listeners get as `extra`, one for each store. Layers above add their parts as slices do. */
export interface AppServices {
  site: Site
  /** The present time in ms. */
  now: () => number
  storage: BrowserStorage
  tokens: TokenSource
}

export type AppDispatch = ThunkDispatch<AppState, AppServices, UnknownAction>
export type AppThunk<Result> = ThunkAction<Result, AppState, AppServices, UnknownAction>
export type AppStore = Store<AppState> & { dispatch: AppDispatch }
export type StartListening = TypedStartListening<AppState, AppDispatch, AppServices>

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
export const useAppSelector = useSelector.withTypes<AppState>()
export const useAppStore = useStore.withTypes<AppStore>()

/** Dispatched once React has taken over the server's HTML: from here on a page may show what only this browser knows. */
export const hydrated = createAction('app/hydrated')
