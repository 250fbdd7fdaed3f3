import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What every page needs and a new version of the shop rarely changes: one file that browsers keep. */
const LIBRARIES = {
  name: 'libraries',
  test: /node_modules\/(react|react-dom|scheduler|react-router|react-redux|@reduxjs\/toolkit|redux|reselect|immer|use-sync-external-store)\//,
}

// `vite build` makes the browser's files in dist/client, `vite build --ssr` the renderer in dist/server.
export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [react(), tailwindcss()],
  publicDir: isSsrBuild ? false : 'web/public',
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    target: 'es2024',
    emptyOutDir: true,
    manifest: !isSsrBuild,
    // Pages name pictures by address only, so that their HTML stays small and the same in both builds.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild
      ? { input: 'web/entry-server.tsx' }
      : { input: 'web/entry-client.tsx', output: { codeSplitting: { groups: [LIBRARIES] } } },
  },
  // One file with the production builds of everything it needs, whatever NODE_ENV the server has.
  ssr: { noExternal: isSsrBuild ? true : undefined },
}))
