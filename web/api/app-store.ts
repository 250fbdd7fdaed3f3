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

/** The state of the store. Slices extend it with `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: extended by slices
export interface AppState {}

export interface TokenSource {
  /** Returns the access token; null for visitors. Rejects while it cannot be renewed. */
  current(): AppThunk<Promise<string | null>>
  /** Returns a newer token than the one refused with 401; null when there is none. */
  renew(refused: string): AppThunk<Promise<string | null>>
}

/** The `extra` argument of thunks, queries and listeners, one for each store. Other layers extend it with `declare module`. */
export interface AppServices {
  site: Site
  /** Returns the time in ms. */
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

/** Dispatched after hydration, when pages may show data that only this browser knows. */
export const hydrated = createAction('app/hydrated')
