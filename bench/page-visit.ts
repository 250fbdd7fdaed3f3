import type { Browser, CDPSession, Page } from 'playwright-core'

export interface Profile {
  name: string
  viewport: { width: number; height: number }
  /** CPU slowdown factor. */
  cpu: number
  network: { kilobitsPerSecond: number; latencyMs: number } | null
}

/** The cost of one visit with an empty browser cache. */
export interface Visit {
  /** Largest contentful paint, in ms since navigation. */
  lcp: number
  /** The path of the largest picture, or the tag name of the largest text. */
  lcpElement: string
  fcp: number
  /** Total blocking time: the milliseconds beyond 50 of each long task after the first paint. */
  tbt: number
  longestTask: number
  cls: number
  /** Milliseconds until every button was hydrated; 0 without scripts. */
  alive: number
  scripts: number
  /** Bytes on the wire without headers, by resource type; `Image` counts pictures in or near view. */
  bytes: Record<string, number>
  /** The longest response header of a script or style, in bytes. */
  assetHeaders: number
}

interface Observed {
  lcp: number
  lcpElement: string
  fcp: number
  tasks: { start: number; duration: number }[]
  cls: number
  alive: number
}

declare global {
  interface Window {
    observed: Observed
  }
}

const GIVE_UP_MS = 30_000
/** A visit ends after this long without a request, a long task or a larger paint. */
const QUIET_MS = 1500

/** Opens a page in a fresh browser context, waits until it is idle and returns its cost. */
export async function visitPage(browser: Browser, url: string, profile: Profile, scripts: boolean): Promise<Visit> {
  const context = await browser.newContext({ viewport: profile.viewport })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const wire = await watchWire(session, profile)
    await page.addInitScript(observe)
    await page.goto(url, { waitUntil: 'load', timeout: GIVE_UP_MS })
    await untilQuiet(page, session, wire, scripts)
    const observed = await readObserved(session)
    const long = observed.tasks.filter(({ start, duration }) => start + duration > observed.fcp)
    return {
      ...observed,
      tbt: long.reduce((sum, { duration }) => sum + duration - 50, 0),
      longestTask: Math.max(0, ...long.map(({ duration }) => duration)),
      scripts: wire.scripts.size,
      bytes: wire.bytes,
      assetHeaders: wire.assetHeaders,
    }
  } finally {
    await context.close()
  }
}

interface Wire {
  scripts: Set<string>
  bytes: Record<string, number>
  assetHeaders: number
  lastAt: number
}

/** Throttles network and CPU as in the profile, and counts the bytes received. */
async function watchWire(session: CDPSession, { cpu, network }: Profile): Promise<Wire> {
  const wire: Wire = { scripts: new Set(), bytes: {}, assetHeaders: 0, lastAt: 0 }
  const kinds = new Map<string, string>()
  const headers = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, type = 'Other', request }) => {
    wire.lastAt = performance.now()
    // Preloaded modules are reported as "Other".
    const kind = request.url.endsWith('.js') ? 'Script' : type
    kinds.set(requestId, kind)
    if (kind === 'Script') wire.scripts.add(request.url)
  })
  session.on('Network.responseReceivedExtraInfo', ({ requestId, headersText = '' }) => {
    headers.set(requestId, headersText.length)
    if (!['Script', 'Stylesheet'].includes(kinds.get(requestId) ?? '')) return
    wire.assetHeaders = Math.max(wire.assetHeaders, headersText.length)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    wire.lastAt = performance.now()
    const kind = kinds.get(requestId) ?? 'Other'
    wire.bytes[kind] = (wire.bytes[kind] ?? 0) + encodedDataLength - (headers.get(requestId) ?? 0)
  })
  await session.send('Network.enable')
  if (network) {
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: (network.kilobitsPerSecond * 1000) / 8,
      uploadThroughput: (network.kilobitsPerSecond * 1000) / 16,
    })
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  return wire
}

/** Runs in the page before its own scripts. */
function observe(): void {
  const observed: Observed = { lcp: 0, lcpElement: '', fcp: 0, tasks: [], cls: 0, alive: 0 }
  window.observed = observed
  const watch = (type: string, each: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') observed.fcp = startTime
  })
  watch('largest-contentful-paint', (entry) => {
    const { url, element } = entry as PerformanceEntry & { url: string; element: Element | null }
    observed.lcp = entry.startTime
    observed.lcpElement = url ? new URL(url).pathname : (element?.tagName.toLowerCase() ?? '')
  })
  watch('longtask', ({ startTime, duration }) => observed.tasks.push({ start: startTime, duration }))
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) observed.cls += value
  })
  const isAlive = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))
  const timer = setInterval(() => {
    const buttons = document.readyState === 'loading' ? [] : [...document.querySelectorAll('#root button')]
    if (!buttons.length || !buttons.every(isAlive)) return
    observed.alive = performance.now()
    clearInterval(timer)
  }, 25)
}

/** Playwright's `evaluate` counts as a user gesture, on which pages load the code of toasts; this does not. */
async function readObserved(session: CDPSession): Promise<Observed & { now: number }> {
  const { result } = await session.send('Runtime.evaluate', {
    expression: '({ ...window.observed, now: performance.now() })',
    returnByValue: true,
  })
  return result.value
}

async function untilQuiet(page: Page, session: CDPSession, wire: Wire, scripts: boolean): Promise<void> {
  const beganAt = performance.now()
  while (performance.now() - beganAt < GIVE_UP_MS) {
    const { alive, lcp, tasks, now } = await readObserved(session)
    const last = tasks.at(-1)
    const idleMs = now - Math.max(lcp, alive, last ? last.start + last.duration : 0)
    if ((alive || !scripts) && Math.min(idleMs, performance.now() - wire.lastAt) > QUIET_MS) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${page.url()} did not come to rest`)
}
