import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { launchBrowser } from '../../tests/support/browser.ts'
import type { Order, StillLifeOrder } from './page.ts'

export interface Studio {
  /** Returns a picture as PNG; undefined when no scene shows the product. */
  take(order: Order | StillLifeOrder): Promise<Buffer | undefined>
  close(): Promise<void>
}

/** Starts a browser with the scenes. */
export async function openStudio(): Promise<Studio> {
  const content = await bundledPage()
  const browser = await launchBrowser({ webgl: true })
  const page = await browser.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') console.error(message.text())
  })
  page.on('pageerror', (error) => console.error(error))
  await page.setContent('<!doctype html><title>Studio</title>')
  await page.addScriptTag({ content, type: 'module' })
  await page.waitForFunction(() => 'takePicture' in window)
  return {
    take: async (order) => {
      const url = await page.evaluate(
        (wanted) => (window as unknown as { takePicture: (order: typeof wanted) => string | null }).takePicture(wanted),
        order,
      )
      return url ? Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') : undefined
    },
    close: () => browser.close(),
  }
}

/** Returns the scenes and three.js as one script. */
async function bundledPage(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL('.', import.meta.url)),
    build: {
      write: false,
      minify: false,
      target: 'es2024',
      chunkSizeWarningLimit: 5000,
      lib: { entry: fileURLToPath(new URL('page.ts', import.meta.url)), formats: ['es'] },
    },
  })
  const output = (Array.isArray(built) ? built : [built]).flatMap((part) => ('output' in part ? part.output : []))
  const script = output.find((file) => file.type === 'chunk')
  if (!script) throw new Error('the scenes made no script')
  return script.code
}
