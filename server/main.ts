import { openCodeCache } from './platform/config/code-cache.js'

// node server/main.ts starts the server. All other code is loaded once the cache of compiled code is in use.
openCodeCache(process.env.DATA_DIR)
const { boundHeap } = await import('./platform/lifecycle/heap.ts')
const letNewSpaceGrow = boundHeap()
await import('./serve.ts')
letNewSpaceGrow()
