import { type ComponentType, lazy } from 'react'

declare global {
  /** Set by `web/recover.ts`. */
  interface Window {
    /** Resolves to whether the server can be reached, at the latest when no restart takes longer. */
    untilReachable: () => Promise<boolean>
    /** Reloads the page, unless this tab has done so for the same version of the code; returns whether it does. */
    reloadOnce: () => boolean
    /** True before such a reload, after which drafts are restored: forms do not ask before they are left. */
    isReloading?: boolean
    /** Loads code, a second time once the server is reachable again; then it may reload the page. */
    loadCode: <Module>(load: () => Promise<Module>, mayReload: boolean) => Promise<Module>
  }
}

/** The property of an error that says why code is missing: there is a newer version, or no server. */
export interface MissingCode {
  missingCode?: 'gone' | 'unreachable'
}

/**
 * Loads code of the page on demand: while there is no connection, or the server restarts, it waits. Code that the server has no
 * longer makes the page reload once by itself; `isOptional` leaves that out, for what the page can do without or loads ahead.
 */
export async function loadCode<Module>(load: () => Promise<Module>, isOptional = false): Promise<Module> {
  if (import.meta.env.SSR) return load()
  // Optional code may be loaded already, which needs no connection.
  if (!isOptional) await backOnline()
  return window.loadCode(load, !isOptional)
}

/**
 * Returns a component whose code is loaded when it is first shown; see `loadCode`. When that fails, `fallback` is shown, or else
 * the error page. Only the code of optional parts does not make the page reload.
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

/** The fallback of parts without which the page works. */
export const Nothing = () => null

/** Returns whether the browser is connected to a network; true on the server. */
export function isOnline(): boolean {
  // Node's own `navigator` knows nothing about it.
  return globalThis.navigator?.onLine !== false
}

/** Resolves once the browser is connected to a network that carries requests. */
export async function backOnline(): Promise<void> {
  if (isOnline()) return
  await new Promise<void>((resolve) => addEventListener('online', () => resolve(), { once: true }))
  // The network may not carry requests at once.
  await window.untilReachable()
}
