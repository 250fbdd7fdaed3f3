import { readFile } from 'node:fs/promises'
import { dirname, join, posix, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, minify, type Plugin, transformWithOxc } from 'vite'
import { basePathOf, LANGUAGES, languagesOf } from './shared/kernel/languages.ts'
import { compiledMessages } from './tools/compile-messages.ts'

/** Pages that visitors open: most first loads are of these. */
const SHOP = /web\/(features\/(catalog|cart)\/(?!wish-list)[\w/-]+-page|app\/(not-found|cart)-page)\.tsx$/
/** Pages with the shop's styles that visitors seldom open first. */
const SELDOM = /web\/features\/site-pages\/site-page\.tsx$/
/** The menus of their layout, for users who are signed in, and for small screens once it is opened. */
const MENUS = /web\/app\/layout\/(account|side)-menu\.tsx$/
const AREAS = /web\/app\/layout\/(seller|admin)-layout\.tsx$/
const SIGN_IN = /web\/features\/auth\/authentication-page\.tsx$/

/** The styles of these pages; those of all others have a file with the styles of every page. */
const SHOP_STYLES = 'web/shop.css'
const ROUTES = 'web/app/routes.tsx'
const ROUTE_TABLES = /(?:web\/app\/(?:area-)?routes\.tsx|sandbox\/web\/pages\.ts)$/

/** Opened from a page of visitors, whose code is there by then. */
const OVERLAYS = /web\/features\/catalog\/[\w-]+\/[\w-]+-(sheet|dialog)\.tsx$/
/** Modules that price a cart and show what it costs: its page and the checkout load them. */
const PRICED = /features\/cart\/(use-cart-lines|charge-rows)|shared\/pricing\/(?!line-total)/
/** Loaded with the reviews of a product, and with a seller's page. */
const SORTING = /web\/ui\/form\/sort-form/
/** Loaded with lists of products and of reviews. */
const PAGINATION = /web\/ui\/list\/pagination/
/** Only what opens a dialog needs them, such as the menu of small screens. */
const DIALOGS = /node_modules\/@(base-ui|floating-ui)\/|web\/ui\/overlay\/(dialog|confirm-dialog)\.tsx$/
/** Shown by pages where there is nothing, an empty cart among them. */
const KEEP_LOOKING = /web\/features\/catalog\/search\/keep-looking\.tsx$/

interface ModuleGraph {
  getModuleInfo(id: string): ModuleInfo | null
}

interface ModuleInfo {
  isEntry: boolean
  importers: string[]
  dynamicImporters: string[]
}

/**
 * The files that scripts are put into, so that a page loads few: modules of a single page stay in a file of its own, those
 * of several pages are grouped by who uses them.
 */
const GROUPS = [
  {
    // A new version of the shop rarely changes it: browsers keep it.
    name: 'libraries',
    // Only at the top: a package's own older copy of one belongs to that package.
    test: /^(?!.*node_modules.*node_modules).*node_modules\/(react|react-dom|scheduler|react-router|react-redux|@reduxjs\/toolkit|redux|reselect|immer|use-sync-external-store)\//,
  },
  group(
    'shell',
    (pages, id) =>
      pages.includes('') ||
      (pages.some((page) => SHOP.test(page)) &&
        !DIALOGS.test(id) &&
        !PRICED.test(id) &&
        !SORTING.test(id) &&
        !PAGINATION.test(id)),
  ),
  // The side menu itself is a dialog.
  group('menus', (pages, id) => pages.some((page) => MENUS.test(page)) && !DIALOGS.test(id) && !id.includes('side-')),
  group('dialogs', (_pages, id) => DIALOGS.test(id)),
  // One file, as each costs a request of its own, and an empty cart loads both.
  { name: 'cart-lines', test: (id: string) => PRICED.test(id) || KEEP_LOOKING.test(id) },
  { name: 'sorting', test: SORTING },
  { name: 'pagination', test: PAGINATION },
  group('forms', (pages) => pages.some((page) => SIGN_IN.test(page))),
  group('signed-in', (pages) => pages.length > 2 || pages.some((page) => AREAS.test(page))),
].map((one, index, all) => ({ ...one, priority: all.length - index }))

/** Returns the group of the modules that several pages share and whose pages pass `test`; the page '' is every page. */
function group(name: string, test: (pages: string[], id: string) => boolean) {
  return {
    name: (id: string, graph: ModuleGraph) => {
      if (id.endsWith(SHOP_STYLES)) return null
      const pages = [...pagesOf(id, graph)]
      return (pages.length > 1 || pages.includes('') || AREAS.test(id) || MENUS.test(id)) && test(pages, id)
        ? name
        : null
    },
  }
}

/** Returns the modules imported on demand that need a module; '' for what every page needs. */
function pagesOf(id: string, graph: ModuleGraph, seen = new Set<string>(), pages = new Set<string>()): Set<string> {
  if (seen.has(id)) return pages
  seen.add(id)
  const { isEntry = false, importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {}
  if (isEntry) pages.add('')
  if (dynamicImporters.length && !OVERLAYS.test(id)) pages.add(id)
  for (const importer of importers) pagesOf(importer, graph, seen, pages)
  return pages
}

/** Loaded as one classic script, before all modules; the manifest has it under this name. */
const EARLY_SCRIPT = { name: 'early-script', files: ['web/early-input.ts', 'web/recover.ts', 'web/load-client.ts'] }

const SELECTED = languagesOf(process.env.LANGUAGES)
/** The language of a build; see `tools/site-build.ts`. */
const language = () => SELECTED.find((code) => code === process.env.BUILD_LANGUAGE) ?? SELECTED[0]

// `vite build` makes the browser's files in dist/client, `vite build --ssr` the renderer in dist/server.
export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [
    compiledMessages(language()),
    react(),
    shopStyles(),
    tailwindcss(),
    ...(isSsrBuild ? [modulePaths()] : [classicScript(EARLY_SCRIPT)]),
    // Half of the time of a build; tests build pages that they serve for a minute.
    ...(isSsrBuild || process.env.BUILD_COMPRESSED === 'off' ? [] : [compressedCopies()]),
  ],
  // Development: there is no HTML file to find the packages from; one found late would reload the page.
  optimizeDeps: { entries: ['web/entry-client.tsx'] },
  publicDir: isSsrBuild ? false : 'web/public',
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    target: 'es2024',
    emptyOutDir: true,
    manifest: `.vite/manifest-${language()}.json`,
    // Pages name pictures by address only, so that their HTML stays small and the same in both builds.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: dependenciesOfChunk },
    rolldownOptions: {
      // How long each plugin took does not help an operator who starts the shop.
      checks: { bundlerTimings: false },
      input: isSsrBuild ? 'web/entry-server.tsx' : ['web/entry-client.tsx', SHOP_STYLES],
      output: {
        // The first script names all others: hexadecimal digits take a third less of it, compressed. Both builds name the same files.
        hashCharacters: 'hex',
        ...(!isSsrBuild && { codeSplitting: { groups: GROUPS } }),
      },
    },
  },
  // The renderer holds the production builds of everything it needs, whatever NODE_ENV the server has.
  ssr: { noExternal: isSsrBuild ? true : undefined },
  define: {
    __LANGUAGE__: JSON.stringify(language()),
    __BASE_PATH__: JSON.stringify(basePathOf(language(), SELECTED)),
    __LOCALE__: JSON.stringify(LANGUAGES[language()].locale),
    __LANGUAGES__: SELECTED.length > 1 ? JSON.stringify(SELECTED) : 'undefined',
    ...(isSsrBuild && { 'process.env.NODE_ENV': '"production"' }),
  },
}))

/** Returns what to load beside a chunk that is imported on demand: what every page has loaded long before needs no mention. */
function dependenciesOfChunk(chunk: string, dependencies: string[]): string[] {
  return dependencies.filter((file) => file !== chunk && !/\/(libraries|rolldown-runtime|entry-client)-/.test(file))
}

/** Adds the paths of their modules, from the root of the repository, to the pages of the route tables. */
function modulePaths(): Plugin {
  return {
    name: 'module-paths',
    enforce: 'pre',
    transform(code, id) {
      const [table] = ROUTE_TABLES.exec(id) ?? []
      if (!table) return
      const withModule = (component: string, path: string) =>
        `module: '${posix.join(posix.dirname(table), path)}', ${component}`
      const named = code.replace(/component: async \(\) =>[^']*import\('([^']+)'\)/g, withModule)
      const [pages, modules] = [/component: async/g, /module: '/g].map((part) => named.match(part)?.length)
      if (pages !== modules) throw new Error(`${table} has a page whose module is not found`)
      return named
    },
  }
}

/** Lets the styles of the shop be made from the modules that its pages load, at once or later. */
function shopStyles(): Plugin {
  return {
    name: 'shop-styles',
    apply: 'build',
    enforce: 'pre',
    async transform(code, id) {
      if (!id.endsWith(SHOP_STYLES)) return
      const modules = await modulesOfShop('web/entry-client.tsx')
      const sources = Array.from(modules, (file) => `@source "./${relative('web', file)}";`)
      return code.replace("source('.')", 'source(none)') + sources.join('\n')
    },
  }
}

/** Adds a module and all that it imports, except pages that are not of the shop; returns their paths. */
async function modulesOfShop(file: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(file)) return found
  found.add(file)
  const text = await readFile(file, 'utf8')
  for (const [, onDemand, path = ''] of text.matchAll(/(?:from|(import)\() ?'(\.[^']+\.tsx?)'/g)) {
    const imported = join(dirname(file), path)
    if (!(onDemand && file === ROUTES && !SHOP.test(imported) && !SELDOM.test(imported)))
      await modulesOfShop(imported, found)
  }
  return found
}

/** Compiles files that are not modules into one, each in a scope of its own. */
function classicScript({ name, files }: { name: string; files: string[] }): Plugin {
  return {
    name: 'classic-script',
    apply: 'build',
    async buildStart() {
      const codes = files.map(async (path) => (await transformWithOxc(await readFile(path, 'utf8'), path)).code)
      const scopes = (await Promise.all(codes)).map((code) => `(() => {\n${code}})();`)
      const { code: source } = await minify(`${name}.js`, scopes.join('\n'), { module: false })
      this.emitFile({ type: 'asset', name: `${name}.js`, originalFileName: name, source })
    },
  }
}

/** Puts `.br` and `.gz` beside scripts, styles and drawings, compressed once and as far as it goes. */
function compressedCopies(): Plugin {
  const toBrotli = promisify(brotliCompress)
  const toGzip = promisify(gzip)
  return {
    name: 'compressed-copies',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After the build has written its last word into the scripts.
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css|svg)$/.test(fileName))
        for (const file of files) {
          const source = file.type === 'chunk' ? file.code : file.source
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: await toBrotli(source) })
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: await toGzip(source, { level: 9 }) })
        }
      },
    },
  }
}
