import {
  createAction,
  type Store,
  type ThunkAction,
  type ThunkDispatch,
  type TypedStartListening,
  type UnknownAction,
} from '@reduxjs/toolkit'
import { useDispatch, useSelector, useStore } from 'react-redux'
import type { BrowserStorage } from './browser-storage.ts'
import type { Site } from './site.ts'

/** The state of the store. Each slice adds its part in its own file, by `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: slices add to it.
export interface AppState {}

/** Where calls get the access token of the signed-in user. */
export interface TokenSource {
  /** Returns the access token; null for visitors. */
  current(): AppThunk<Promise<string | null>>
  /** Returns a newer token than one that the server refused with 401; null when there is none. */
  renew(refused: string): AppThunk<Promise<string | null>>
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
