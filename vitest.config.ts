import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { TESTS, unitTests } from './tests/support/unit-tests.ts'

// The tests start hundreds of processes of the same sources: they are read once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node')

const unit = unitTests()
const inDom = (test: string) => test.endsWith('.tsx')

export default defineConfig({
  test: {
    projects: [
      // Apart, as a worker ends when the next file needs another environment.
      { extends: true, test: { name: 'dom', include: unit.filter(inDom), environment: 'happy-dom' } },
      { extends: true, test: { name: 'unit', include: unit.filter((test) => !inDom(test)) } },
      {
        extends: true,
        test: {
          name: 'whole',
          include: [TESTS],
          exclude: [...configDefaults.exclude, ...unit],
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
    ],
    // What no import leads to.
    forceRerunTriggers: [
      ...configDefaults.forceRerunTriggers,
      '**/{db/schema,db/migrations,sandbox}/*.sql',
      '**/tests/support/global-setup.ts',
    ],
    // A busy machine is no failure.
    testTimeout: 900_000,
    // A browser on two busy cores can miss a message that shows for three seconds. Only its waiting gets a second try:
    // a wrong answer, or a race that was lost once, fails at once.
    retry: { count: 1, condition: /Timeout \d+ms exceeded/ },
    expect: { poll: { timeout: 60_000 } },
    // The first test that asks for the demo market waits until it is seeded.
    hookTimeout: 900_000,
    // For two cores: tests with a browser wait half of their time. A file has a database of its own, so files do not
    // wait for each other.
    maxWorkers: 4,
    // Files of a worker share the sources they import, which hold no state of a marketplace: each test opens its own.
    isolate: false,
    // What a test replaced is put back before the next one.
    restoreMocks: true,
    unstubGlobals: true,
    reporters: ['default'],
  },
})
