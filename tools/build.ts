import { readArguments, runCommand, say } from './run-command.ts'
import { buildSite } from './site-build.ts'

readArguments('npm run build   builds the site, whether it changed or not', {})
await runCommand(async () => {
  await buildSite(say)
  return true
})
