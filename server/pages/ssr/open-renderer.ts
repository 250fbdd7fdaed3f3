import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { openDevelopmentRenderer } from './development-renderer.ts'
import { earlyLinks, type PageAssets, toDocument } from './document.ts'
import type { OpenRenderer, PageEntry, PageRenderer, RenderedPage } from './page-renderer.ts'
import { untilSiteIsBuilt } from './site-build.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const CLIENT_DIR = join(ROOT, 'dist/client')
const SERVER_ENTRY = join(ROOT, 'dist/server/entry-server.js')
const CLIENT_ENTRY = 'web/entry-client.tsx'
const EARLY_SCRIPT = 'early-script'
const SHOP_STYLES = 'web/shop.css'
const AREA_STYLES = 'web/app/area-styles.ts'

/** Returns the renderer of the built front end; with `dev` that of the sources, through Vite with hot replacement. */
export async function openRenderer({ dev }: { dev: boolean }): Promise<OpenRenderer> {
  if (dev) return openDevelopmentRenderer(ROOT)
  await untilSiteIsBuilt()
  if (!existsSync(SERVER_ENTRY)) throw new Error('the pages are not built yet; run `npm run build` first')
  const entry: PageEntry = await import(pathToFileURL(SERVER_ENTRY).href)
  const manifest: Manifest = JSON.parse(await readFile(join(CLIENT_DIR, '.vite/manifest.json'), 'utf8'))
  return { renderer: createBuiltRenderer(entry, manifest), close: async () => {} }
}

function createBuiltRenderer(entry: PageEntry, manifest: Manifest): PageRenderer {
  const assetsByModule = new Map<string, PageAssets>()

  function assetsOf({ module, inArea }: RenderedPage): PageAssets {
    let assets = assetsByModule.get(module)
    if (!assets) {
      assets = findAssets(manifest, module, inArea)
      assetsByModule.set(module, assets)
    }
    return assets
  }

  return {
    assetsDir: CLIENT_DIR,
    describe: entry.describePage,
    async render(url, site, fetchApi) {
      const page = await entry.renderPage(url, site, fetchApi)
      if ('movedTo' in page) return page
      const assets = assetsOf(page)
      return { status: page.status, html: toDocument(page, assets), link: earlyLinks(assets) }
    },
  }
}

/** Vite's manifest: by source module, the built file and what it imports. */
type Manifest = Record<string, { file: string; css?: string[]; assets?: string[]; imports?: string[] } | undefined>

function findAssets(manifest: Manifest, module: string, inArea: boolean): PageAssets {
  const entry = manifest[CLIENT_ENTRY]
  const early = manifest[EARLY_SCRIPT]
  const shop = manifest[SHOP_STYLES]
  if (!entry || !early || !shop) throw new Error(`the build lacks ${CLIENT_ENTRY}, ${EARLY_SCRIPT} or ${SHOP_STYLES}`)
  const own = collectImports(manifest, CLIENT_ENTRY)
  const all = collectImports(manifest, module, new Set(own))
  const chunks = [...all].map((name) => manifest[name]).filter((chunk) => chunk !== undefined)
  // No script names the styles of the shop: behind those of the areas they would undo them.
  const styles = inArea ? manifest[AREA_STYLES]?.css : [shop.file]
  const [run, page] = [chunks.slice(0, own.size), chunks.slice(own.size)]
  return {
    styles: (styles ?? []).map((file) => `/${file}`),
    fonts: (shop.assets ?? []).filter((file) => file.endsWith('.woff2')).map((file) => `/${file}`),
    earlyScript: `/${early.file}`,
    run: run.map((chunk) => `/${chunk.file}`),
    page: page.map((chunk) => `/${chunk.file}`),
  }
}

function collectImports(manifest: Manifest, name: string, names = new Set<string>()): Set<string> {
  if (names.has(name)) return names
  for (const imported of manifest[name]?.imports ?? []) collectImports(manifest, imported, names)
  return names.add(name)
}
