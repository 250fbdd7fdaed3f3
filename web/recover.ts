// A classic script in the head of every page, bundled with `web/early-input.ts`, without imports and exports: when code is
// missing because the server restarts or has a newer version, loads it again, then reloads the page once; see
// web/ui/load-code.ts.

/** Pauses between probes; a restart takes less than their sum. */
const PROBE_PAUSES_MS = [300, 1_000, 3_000, 5_000, 10_000]
const RELOADED_KEY = 'reloaded-versions'
/** The names of the entry scripts, which change with every build; empty in development. */
const version = document.currentScript?.dataset.run ?? ''

window.untilReachable = async () => {
  for (const pauseMs of PROBE_PAUSES_MS) {
    const response = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
    if (response && response.status < 500) return true
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return false
}

window.reloadOnce = () => {
  try {
    const reloaded = sessionStorage.getItem(RELOADED_KEY) ?? ''
    // Stores all versions, since a load balancer may alternate between two.
    if (reloaded.includes(version)) return false
    sessionStorage.setItem(RELOADED_KEY, `${reloaded} ${version}`)
  } catch {
    // Without storage the page might reload forever.
    return false
  }
  window.isReloading = true
  location.reload()
  return true
}

window.loadCode = async (load, mayReload) => {
  try {
    return await load()
  } catch (failure) {
    const isReachable = await window.untilReachable()
    if (isReachable) {
      try {
        return await load()
      } catch {
        // Never resolves, as the page is being reloaded.
        if (mayReload && window.reloadOnce()) return new Promise(() => {})
      }
    }
    throw Object.assign(failure as Error, { missingCode: isReachable ? 'gone' : 'unreachable' })
  }
}

// A failed stylesheet in the document would count as loaded on a retry.
addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && target.remove(), true)
