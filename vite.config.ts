import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
    rolldownOptions: { input: isSsrBuild ? 'web/entry-server.tsx' : 'web/entry-client.tsx' },
  },
  // One file with the production builds of everything it needs, whatever NODE_ENV the server has.
  ssr: { noExternal: isSsrBuild ? true : undefined },
}))
