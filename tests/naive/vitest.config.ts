import { relative, resolve } from 'node:path'
import { mergeConfig, type Plugin } from 'vite'
import base from '../../vitest.config.ts'
import { applyEdits } from './mutation.ts'
import { mutations } from './mutations.ts'

// The tests over naive code: `NAIVE` is the name of the mutation; without it, the code is as it is.

const ROOT = resolve(import.meta.dirname, '../..')

function naivePlugin(name: string): Plugin {
  const mutation = mutations.find((one) => one.name === name)
  if (!mutation) throw new Error(`no mutation is called ${JSON.stringify(name)}`)
  return {
    name: 'naive',
    enforce: 'pre',
    transform: (code, id) => applyEdits(mutation.edits, relative(ROOT, id.split('?')[0] ?? ''), code),
  }
}

export default mergeConfig(base, {
  root: ROOT,
  plugins: process.env.NAIVE ? [naivePlugin(process.env.NAIVE)] : [],
  // What others keep on disk is the code as it is; naive code must not stay there.
  test: { retry: 0, fsModuleCache: false },
})
