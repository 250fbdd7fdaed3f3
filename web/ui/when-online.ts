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
