import { print, runCommand } from '../cli/frame/run-command.ts'
import { buildSite } from './site-build.ts'

await runCommand('npm run build   builds the front end, whether its sources changed or not', {}, () => buildSite(print))
