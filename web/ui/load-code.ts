import { type ComponentType, lazy } from 'react'

declare global {
  /** Set by `web/recover.ts`. */
  interface Window {
    /** Resolves to whether the server can be reached, at the latest after the longest restart. */
    untilReachable: () => Promise<boolean>
    /** Reloads the page, unless this tab has done so for the same version of the code; returns whether it does. */
    reloadOnce: () => boolean
    /** True just before that reload, which restores drafts: forms need not ask before they are left. */
    isReloading?: boolean
    /** Loads code, and retries once the server is reachable again; then it may reload the page. */
    loadCode: <Module>(load: () => Promise<Module>, mayReload: boolean) => Promise<Module>
  }
}

/** Marks an error with the reason why code is missing: a newer version, or no server. */
export interface MissingCode {
  missingCode?: 'gone' | 'unreachable'
}

/**
 * Loads code of the page on demand: waits while there is no connection or the server restarts. If the server no longer has the
 * code, the page reloads once by itself, except with `isOptional`, for code that the page can do without or that is preloaded.
 */
export async function loadCode<Module>(load: () => Promise<Module>, isOptional = false): Promise<Module> {
  if (import.meta.env.SSR) return load()
  // Optional code may be cached, which needs no connection.
  if (!isOptional) await backOnline()
  return window.loadCode(load, !isOptional)
}

/**
 * Returns a component whose code is loaded when it is first shown; see `loadCode`. On failure `fallback` is shown, or else the
 * error page.
 */
export function lazyCode<Props>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ComponentType<Props>,
  isOptional = false,
): ComponentType<Props> {
  return lazy(() =>
    loadCode(load, isOptional).then((Part) => ({ default: Part }), fallback && (() => ({ default: fallback }))),
  ) as ComponentType<Props>
}

/** The fallback of parts that the page can do without. */
export const Nothing = () => null

/** Returns whether the browser is connected to a network; true on the server. */
export function isOnline(): boolean {
  // Node's `navigator` lacks the property.
  return globalThis.navigator?.onLine !== false
}

/** Resolves once the browser is connected to a network that carries requests. */
export async function backOnline(): Promise<void> {
  if (isOnline()) return
  await new Promise<void>((resolve) => addEventListener('online', () => resolve(), { once: true }))
  // The network may not carry requests right away.
  await window.untilReachable()
}
