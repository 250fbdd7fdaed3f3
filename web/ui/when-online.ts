/** Pauses in ms between probes once the browser reports a network, which may not carry requests at once. */
const PROBE_PAUSES_MS = [300, 1_000, 3_000]

/** Returns whether the browser is connected to a network; true on the server. */
export function isOnline(): boolean {
  // Node's own `navigator` knows nothing about it.
  return globalThis.navigator?.onLine !== false
}

/** Resolves once the browser is connected to a network that carries requests. */
export async function backOnline(): Promise<void> {
  if (isOnline()) return
  await new Promise<void>((resolve) => addEventListener('online', () => resolve(), { once: true }))
  for (const pauseMs of PROBE_PAUSES_MS) {
    if (await fetch('/healthz', { cache: 'no-store' }).catch(() => null)) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/**
 * Loads code once the browser is online: browsers remember a module that could not be fetched, and never fetch it again on
 * the same page.
 */
export async function whenOnline<Module>(load: () => Promise<Module>): Promise<Module> {
  await backOnline()
  return load()
}
