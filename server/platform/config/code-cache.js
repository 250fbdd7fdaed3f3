import { accessSync, constants, statSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// JavaScript, because it runs before the cache is in use: for TypeScript, Node would load its compiler at each start.

const NAME = '.code-cache'
/** Other users must not be able to put code there. */
const WRITABLE_BY_OTHERS = 0o022
const SAVE_AFTER_MS = 1_000

/**
 * Makes Node keep compiled code from one start to the next, which halves the time of a start: in `dist/`, or in the data
 * folder where the installation is read-only. Without either, code is compiled at each start.
 * @param {string | undefined} dataDir
 */
export function openCodeCache(dataDir) {
  const dist = join(import.meta.dirname, '../../../dist')
  const folder = [dist, dataDir].find((path) => path && isPrivate(path))
  if (folder) enableCompileCache(join(folder, NAME))
}

/** Saves the compiled code shortly after the start, as a server that is killed would save nothing. */
export function saveCodeCache() {
  setTimeout(flushCompileCache, SAVE_AFTER_MS).unref()
}

/**
 * Returns whether a folder is writable for this process, and otherwise only for the user who installed the program.
 * @param {string} path
 */
function isPrivate(path) {
  try {
    const { mode, uid } = statSync(path)
    if (process.getuid && (mode & WRITABLE_BY_OTHERS || ![0, process.getuid()].includes(uid))) return false
    accessSync(path, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
