import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Starts headless Chromium, the one from npm where it runs: without the user interface of a system's browser, it takes half the
 * processor time.
 */
export async function launchBrowser(): Promise<Browser> {
  const args = [
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    // One process renders the pages of all visitors, and none waits for a missing graphics card.
    '--renderer-process-limit=1',
    '--in-process-gpu',
    // Pages of tests live for seconds: optimised code costs more than it saves.
    '--js-flags=--no-opt --no-maglev',
  ]
  const isBundled = process.platform === 'linux' && process.arch === 'x64' && !process.env.TEST_SYSTEM_BROWSER
  const installed = isBundled ? undefined : SYSTEM_BROWSERS.find((path) => existsSync(path))
  if (installed) return chromium.launch({ executablePath: installed, args, chromiumSandbox: false })
  const folder = await unpackedChromium()
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: [...args, '--no-zygote'],
    chromiumSandbox: false,
    // The package also has the libraries and fonts that a minimal system lacks.
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  })
}

/** Unpacks npm's Chromium once per version below node_modules/.cache; returns the folder. */
async function unpackedChromium(): Promise<string> {
  const manifest = JSON.parse(await readFile(join(ROOT, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'))
  const folder = join(ROOT, 'node_modules/.cache', `chromium-${manifest.version}`)
  if (!existsSync(join(folder, 'chromium'))) {
    await promisify(execFile)(process.execPath, [join(ROOT, 'tests/support/unpack-chromium.ts'), folder])
  }
  return folder
}
