// A classic script in the head of every page, in one file with `web/early-input.ts`: loads code that is missing, because the
// server restarts or has a newer version, once more, and then reloads the page once. Without imports and exports; see
// web/ui/load-code.ts.

/** In ms, between probes: a server that restarts is back within them. */
const PROBE_PAUSES_MS = [300, 1_000, 3_000, 5_000, 10_000]
const RELOADED_KEY = 'reloaded-versions'
/** The first scripts, whose names change with any of the code; in development there is none. */
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
    // All versions, not the last one: two servers may take turns.
    if (reloaded.includes(version)) return false
    sessionStorage.setItem(RELOADED_KEY, `${reloaded} ${version}`)
  } catch {
    // Without a memory it would not end.
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
        // Never ends: the page does.
        if (mayReload && window.reloadOnce()) return new Promise(() => {})
      }
    }
    throw Object.assign(failure as Error, { missingCode: isReachable ? 'gone' : 'unreachable' })
  }
}

// A stylesheet that failed would count as loaded at the next attempt.
addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && target.remove(), true)
