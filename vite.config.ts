import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, minify, type Plugin, transformWithOxc } from 'vite'

/** What every page needs and a new version of the shop rarely changes: one file that browsers keep. */
const LIBRARIES = {
  name: 'libraries',
  // Only at the top: a package's own older copy of one belongs to that package.
  test: /^(?!.*node_modules.*node_modules).*node_modules\/(react|react-dom|scheduler|react-router|react-redux|@reduxjs\/toolkit|redux|reselect|immer|use-sync-external-store)\//,
}

/** The rest of what every page loads at once: one file compresses better than forty. */
const SHELL = { name: 'shell', tags: ['$initial' as const] }

/** Loaded as a classic script, before all modules. */
const EARLY_SCRIPT = 'web/early-input.ts'

// `vite build` makes the browser's files in dist/client, `vite build --ssr` the renderer in dist/server.
export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [react(), tailwindcss(), ...(isSsrBuild ? [] : [classicScript(EARLY_SCRIPT), compressedCopies()])],
  // Development: there is no HTML file to find the packages from; one found late would reload the page.
  optimizeDeps: { entries: ['web/entry-client.tsx'] },
  publicDir: isSsrBuild ? false : 'web/public',
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    target: 'es2024',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // Pages name pictures by address only, so that their HTML stays small and the same in both builds.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // How long each plugin took does not help an operator who starts the shop.
      checks: { bundlerTimings: false },
      ...(isSsrBuild
        ? { input: 'web/entry-server.tsx' }
        : { input: 'web/entry-client.tsx', output: { codeSplitting: { groups: [LIBRARIES, SHELL] } } }),
    },
  },
  // The renderer holds the production builds of everything it needs, whatever NODE_ENV the server has.
  ssr: { noExternal: isSsrBuild ? true : undefined },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
}))

/** Compiles one file by itself, without making it a module; the manifest has it under its path. */
function classicScript(path: string): Plugin {
  return {
    name: 'classic-script',
    apply: 'build',
    async buildStart() {
      const { code } = await transformWithOxc(await readFile(path, 'utf8'), path)
      const { code: source } = await minify(path, code, { module: false })
      this.emitFile({ type: 'asset', name: `${basename(path, '.ts')}.js`, originalFileName: path, source })
    },
  }
}

/** Puts `.br` and `.gz` beside scripts and styles, compressed once and as far as it goes. */
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
        const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css)$/.test(fileName))
        for (const file of files) {
          const source = file.type === 'chunk' ? file.code : file.source
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: await toBrotli(source) })
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: await toGzip(source, { level: 9 }) })
        }
      },
    },
  }
}
