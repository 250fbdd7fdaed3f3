import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { print, runCommand, UsageError } from '../cli/frame/run-command.ts'
import { launchBrowser } from '../tests/support/browser.ts'
import { turnAround, untilAlive } from '../tests/support/shop-page.ts'
import { keepSession } from '../tests/support/signed-in.ts'
import { serveComponents } from './components/serve.ts'
import { NOTHING_SHOWN, openDemoMarket, openEmptyMarket, type ScreenMarket } from './screens/demo-market.ts'
import { SCREENS, type Screen } from './screens/pages.ts'

const USAGE = `npm run screens                                pictures of every page, below .data/screens
npm run screens -- --only home,cart            of pages whose name begins so
npm run screens -- --widths 390 --themes dark  in some widths and themes
npm run screens -- --directions rtl            turned around, as for a language that runs from right to left
npm run screens -- --out folder                in another folder`

const HEIGHTS: Record<number, number> = { 320: 568, 390: 844, 768: 1024, 1280: 900 }
const OPTIONS = {
  only: { type: 'string', default: '' },
  widths: { type: 'string', default: '1280,768,390,320' },
  themes: { type: 'string', default: 'light,dark' },
  directions: { type: 'string', default: 'ltr' },
  out: { type: 'string', default: '.data/screens' },
} as const

interface View {
  width: number
  theme: 'light' | 'dark'
  direction: 'ltr' | 'rtl'
}

/** Takes a full-page screenshot; returns the name of the file. */
async function photograph(
  browser: Browser,
  { origin, sessions, shown }: ScreenMarket,
  screen: Screen,
  view: View,
  out: string,
): Promise<string> {
  const { width, theme, direction } = view
  const viewport = { width, height: HEIGHTS[width] ?? 900 }
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    baseURL: origin,
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    if (direction === 'rtl') await turnAround(page)
    const session = screen.as && sessions.get(screen.as)
    if (session) await keepSession(page, session)
    await page.goto(typeof screen.path === 'string' ? screen.path : screen.path(shown), { waitUntil: 'load' })
    await untilAlive(page)
    await screen.prepare?.(page)
    await page.waitForLoadState('networkidle')
    // Lazy pictures load only when scrolled into view.
    await page.evaluate(async () => {
      for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
        scrollTo(0, top)
        await new Promise((done) => setTimeout(done, 50))
      }
      scrollTo(0, 0)
    })
    await page.waitForLoadState('networkidle')
    const name = `${screen.name}-${width}-${theme}${direction === 'rtl' ? '-rtl' : ''}.png`
    await page.screenshot({ path: join(out, name), fullPage: true })
    return name
  } finally {
    await context.close()
  }
}

async function photographAll(
  browser: Browser,
  market: ScreenMarket,
  { screens, views, out }: { screens: readonly Screen[]; views: readonly View[]; out: string },
): Promise<string[]> {
  const names: string[] = []
  try {
    for (const screen of screens)
      for (const view of views) names.push(await photograph(browser, market, screen, view, out))
  } finally {
    await market.close()
  }
  return names
}

/** The components need no marketplace: there are no sessions and no orders. */
async function openComponents(): Promise<ScreenMarket> {
  const { origin, server } = await serveComponents()
  return { origin, sessions: new Map(), shown: NOTHING_SHOWN, close: () => server.close() }
}

function overview(names: readonly string[]): string {
  const figures = names.map(
    (name) => `<figure><a href="${name}"><img src="${name}" alt=""></a><figcaption>${name}</figcaption></figure>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens</title>
<style>
body { display: flex; flex-wrap: wrap; gap: 1rem; font: 14px system-ui, sans-serif }
figure { margin: 0 }
img { width: 20rem; height: 24rem; object-fit: cover; object-position: top; border: 1px solid #8884 }
</style>
${figures.join('\n')}
</html>
`
}

function viewsOf(given: { widths: string; themes: string; directions: string }): View[] {
  const [widths = [], themes = [], directions = []] = [given.widths, given.themes, given.directions].map((list) =>
    list.split(','),
  )
  const views = widths.flatMap((width) =>
    themes.flatMap((theme) => directions.map((direction) => ({ width: Number(width), theme, direction }))),
  )
  const isKnown = ({ width, theme, direction }: { width: number; theme: string; direction: string }) =>
    width > 0 && /^(light|dark)$/.test(theme) && /^(ltr|rtl)$/.test(direction)
  if (!views.every(isKnown)) throw new UsageError()
  return views as View[]
}

await runCommand(USAGE, { options: OPTIONS }, async ({ values }) => {
  const views = viewsOf(values)
  const screens = SCREENS.filter(({ name }) => values.only.split(',').some((start) => name.startsWith(start)))
  const out = resolve(values.out)
  await mkdir(out, { recursive: true })
  const browser = await launchBrowser()
  const names: string[] = []
  try {
    for (const [open, taken] of [
      [openComponents, screens.filter(({ market }) => market === 'none')],
      [openEmptyMarket, screens.filter(({ market }) => market === 'empty')],
      [openDemoMarket, screens.filter(({ market }) => market === undefined)],
    ] as const)
      if (taken.length > 0) names.push(...(await photographAll(browser, await open(), { screens: taken, views, out })))
  } finally {
    await browser.close()
  }
  await writeFile(join(out, 'index.html'), overview(names))
  print(`${names.length} pictures in ${out}, all of them in index.html`)
})
