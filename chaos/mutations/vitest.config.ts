import { mergeConfig, type Plugin } from 'vite'
import base from '../../vitest.config.ts'
import { mutate, ROOT } from './markers.ts'
import { mutations } from './mutations.ts'

// Runs tests on the mutation named in `MUTATION`, or on the unchanged code without it.

function mutationPlugin(name: string): Plugin {
  const mutation = mutations.find((one) => one.name === name)
  if (!mutation) throw new Error(`There is no mutation ${JSON.stringify(name)}.`)
  return { name: 'mutation', enforce: 'pre', transform: (code) => mutate(code, mutation) }
}

export default mergeConfig(base, {
  root: ROOT,
  plugins: process.env.MUTATION ? [mutationPlugin(process.env.MUTATION)] : [],
  // Mutated code must not get into the shared cache on disk.
  test: { retry: 0, fsModuleCache: false },
})
