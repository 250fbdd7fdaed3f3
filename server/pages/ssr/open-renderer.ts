import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { inLanguage } from '../../../db/request-context.ts'
import { basePathOf, type LanguageCode, SOURCE_LANGUAGE } from '../../../shared/kernel/languages.ts'
import { openDevelopmentRenderer } from './development-renderer.ts'
import { earlyLinks, type PageAssets, toDocument } from './document.ts'
import type { OpenRenderer, PageEntry, PageRenderer, RenderedPage } from './page-renderer.ts'
import { untilSiteIsBuilt } from './site-build.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const DIST = join(ROOT, 'dist')
const CLIENT_ENTRY = 'web/entry-client.tsx'
const EARLY_SCRIPT = 'early-script'
const SHOP_STYLES = 'web/shop.css'
const AREA_STYLES = 'web/app/area-styles.ts'
/** The route table of the areas, which imports their pages on demand. */
const AREA_ROUTES = 'web/app/area-routes.tsx'

interface RendererOptions {
  dev: boolean
  languages?: readonly LanguageCode[]
  /** The folder of the build. */
  dist?: string
}

/**
 * Returns the renderer of the built front end; with `dev`, one of the sources in the first language, through Vite with hot
 * module replacement.
 */
export async function openRenderer({
  dev,
  languages = [SOURCE_LANGUAGE],
  dist = DIST,
}: RendererOptions): Promise<OpenRenderer> {
  if (dev) return openDevelopmentRenderer(ROOT)
  await untilSiteIsBuilt()
  const renderers = await Promise.all(languages.map((language) => openLanguage(language, { languages, dist })))
  return { renderer: createBuiltRenderer(renderers, join(dist, 'client')), close: async () => {} }
}

interface LanguageRenderer extends PageEntry {
  code: LanguageCode
  basePath: string
  assetsOf(page: RenderedPage): PageAssets
}

async function openLanguage(
  language: LanguageCode,
  { languages, dist }: { languages: readonly LanguageCode[]; dist: string },
): Promise<LanguageRenderer> {
  const entryFile = join(dist, 'server', language, 'entry-server.js')
  if (!existsSync(entryFile))
    throw new Error(
      `the pages are not built in the language ${language}: run \`npm run build\`, or build the image with it`,
    )
  const { describePage, renderPage }: PageEntry = await import(pathToFileURL(entryFile).href)
  const manifest: Manifest = JSON.parse(await readFile(join(dist, `client/.vite/manifest-${language}.json`), 'utf8'))
  const assetsByModule = new Map<string, PageAssets>()
  return {
    describePage,
    renderPage,
    code: language,
    basePath: basePathOf(language, languages),
    assetsOf({ module, inArea }) {
      const assets = assetsByModule.get(module) ?? findAssets(manifest, module, inArea)
      assetsByModule.set(module, assets)
      return assets
    },
  }
}

function createBuiltRenderer(languages: readonly LanguageRenderer[], assetsDir: string): PageRenderer {
  /** Returns the renderer for an address, and the address without its base path. */
  function findLanguage(url: string): { language: LanguageRenderer; local: string } {
    const language = languages.find(({ basePath }) => basePath && hasBase(url, basePath)) ?? languages[0]
    if (!language) throw new Error('the renderer has no language')
    const local = url.slice(language.basePath.length)
    return { language, local: local.startsWith('/') ? local : `/${local}` }
  }

  return {
    assetsDir,
    describe(url) {
      const { language, local } = findLanguage(url)
      return { ...language.describePage(local), noPage: `${language.basePath}/404` }
    },
    async render(url, site, fetchApi) {
      const { language, local } = findLanguage(url)
      const page = await language.renderPage(local, site, fetchApi)
      if ('movedTo' in page) return { movedTo: language.basePath + page.movedTo }
      const assets = language.assetsOf(page)
      const html = inLanguage(language.code, () => toDocument(page, site.market, assets))
      return { status: page.status, html, link: earlyLinks(assets) }
    },
  }
}

function hasBase(url: string, basePath: string): boolean {
  return url.startsWith(basePath) && /^(?:[/?]|$)/.test(url.slice(basePath.length))
}

/** Vite's manifest: by source module, the built file and what it imports, at once or on demand. */
type Manifest = Record<
  string,
  { file: string; css?: string[]; assets?: string[]; imports?: string[]; dynamicImports?: string[] } | undefined
>

function findAssets(manifest: Manifest, module: string, inArea: boolean): PageAssets {
  const entry = manifest[CLIENT_ENTRY]
  const early = manifest[EARLY_SCRIPT]
  const shop = manifest[SHOP_STYLES]
  if (!entry || !early || !shop) throw new Error(`the build lacks ${CLIENT_ENTRY}, ${EARLY_SCRIPT} or ${SHOP_STYLES}`)
  const own = collectImports(manifest, CLIENT_ENTRY)
  const all = collectImports(manifest, module, new Set(own))
  if (manifest[AREA_ROUTES]?.dynamicImports?.includes(module)) collectImports(manifest, AREA_ROUTES, all)
  const chunks = [...all].map((name) => manifest[name]).filter((chunk) => chunk !== undefined)
  // Listed here, not imported by scripts: after the styles of the areas, those of the shop would override them.
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
