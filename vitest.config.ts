import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// The tests start hundreds of processes of the same sources: they are read once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node')

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    include: ['{shared,db,demo,server,sandbox,web,cli,chaos,tests}/**/*.test.ts'],
    // A busy machine is no failure.
    testTimeout: 120_000,
    // A browser on two busy cores can miss a message that shows for three seconds. Only its waiting gets a second try:
    // a wrong answer, or a race that was lost once, fails at once.
    retry: { count: 1, condition: /Timeout \d+ms exceeded/ },
    expect: { poll: { timeout: 20_000 } },
    // The first test that asks for the demo market waits until it is seeded.
    hookTimeout: 180_000,
    // For two cores: tests with a browser wait half of their time. A file has a database of its own, so files do not
    // wait for each other.
    maxWorkers: 3,
    // Files of a worker share the sources they import, which hold no state of a marketplace: each test opens its own.
    isolate: false,
    // What a test replaced is put back before the next one.
    restoreMocks: true,
    unstubGlobals: true,
    reporters: ['default'],
  },
})
