import { mergeConfig, type Plugin } from 'vite'
import base from '../../vitest.config.ts'
import { mutate, ROOT } from './markers.ts'
import { mutations } from './mutations.ts'

// The tests with a mutation in place: `MUTATION` is its name; without it, the code is as it is.

function mutationPlugin(name: string): Plugin {
  const mutation = mutations.find((one) => one.name === name)
  if (!mutation) throw new Error(`There is no mutation ${JSON.stringify(name)}.`)
  return { name: 'mutation', enforce: 'pre', transform: (code) => mutate(code, mutation) }
}

export default mergeConfig(base, {
  root: ROOT,
  plugins: process.env.MUTATION ? [mutationPlugin(process.env.MUTATION)] : [],
  // The shared cache on disk holds the code as it is; mutated code must not get into it.
  test: { retry: 0, fsModuleCache: false },
})
