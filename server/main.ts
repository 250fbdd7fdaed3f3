import { openCodeCache } from './platform/config/code-cache.js'

// node server/main.ts   the server. Everything else is loaded after the cache of compiled code is in use.
openCodeCache(process.env.DATA_DIR)
const { boundHeap } = await import('./platform/lifecycle/heap.ts')
const letNewSpaceGrow = boundHeap()
await import('./serve.ts')
letNewSpaceGrow()
