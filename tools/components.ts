import { print, runCommand } from '../cli/frame/run-command.ts'
import { COMPONENTS_PATH, serveComponents } from './components/serve.ts'

const USAGE = `npm run components               serves a page with all components in their states
npm run components -- --port 8080  at another port than 6100`

await runCommand(USAGE, { options: { port: { type: 'string', default: '6100' } } }, async ({ values }) => {
  const { origin } = await serveComponents(Number(values.port))
  print(`${origin}${COMPONENTS_PATH}`)
})
