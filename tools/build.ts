import { buildSite } from './site-build.ts'

// `npm run build`: the site, whether it changed or not.
await buildSite(console.log)
