import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { freePort } from '../../db/embedded/free-port.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { openSecrets } from '../../server/platform/keys/secrets.ts'
import { connectionUrl } from './connection-url.ts'
import { childrenOf, isAlive, type ServerProcess, startProcess, untilPrinted } from './server-process.ts'
import { createMarketDatabase, type TestDatabase } from './test-database.ts'

/** The data folder, database and port of the running test. */
export interface MarketFolder {
  dataDir: string
  database: TestDatabase
  port: number
  /** The settings of a server for this marketplace. */
  environment(): Record<string, string>
}

/** Gives each test of a file its own demo marketplace, on which it can start servers. */
export function marketFolderOfEachTest(): MarketFolder {
  const folder: MarketFolder = {
    dataDir: '',
    database: undefined as unknown as TestDatabase,
    port: 0,
    environment: () => ({
      PORT: String(folder.port),
      DATA_DIR: folder.dataDir,
      DATABASE_URL: connectionUrl(folder.database.connection),
    }),
  }
  beforeEach(async () => {
    folder.dataDir = await mkdtemp(join(tmpdir(), 'openstall-market-'))
    // The database has accounts: a server would not create keys for it.
    await openSecrets(readConfig({ DATA_DIR: folder.dataDir }, false))
    folder.database = await createMarketDatabase()
    folder.port = await freePort()
  })
  afterEach(async () => {
    await folder.database.drop()
    await rm(folder.dataDir, { recursive: true, force: true })
  })
  return folder
}

/** The cluster of the running test. */
export interface TestCluster {
  folder: MarketFolder
  /** Set by `start`, or by the test itself. */
  primary: ServerProcess
  /** The serving processes, which are ended after the test. */
  workers: number[]
  environment(): Record<string, string>
  start(settings?: Record<string, string>, node?: string): Promise<void>
  /** Waits until `count` processes serve, besides `without`; returns their ids. */
  untilServing(count: number, without?: number[]): Promise<number[]>
}

/** Gives each test of a file its own cluster with the demo marketplace; ends its processes afterwards. */
export function clusterOfEachTest(): TestCluster {
  const folder = marketFolderOfEachTest()
  const cluster: TestCluster = {
    folder,
    primary: undefined as unknown as ServerProcess,
    workers: [],
    environment: () => ({ ...folder.environment(), PROCESSES: '2', DRAIN_SECONDS: '0.5' }),
    async start(settings = {}, node) {
      cluster.primary = startProcess('server/cluster.ts', { ...cluster.environment(), ...settings }, node)
    },
    async untilServing(count, without = []) {
      const { primary } = cluster
      await untilPrinted(primary, /Openstall runs in/)
      const pids = async () => (await childrenOf(primary.child.pid ?? 0)).filter((pid) => !without.includes(pid))
      await expect.poll(async () => (await pids()).length).toBe(count)
      cluster.workers = await pids()
      return cluster.workers
    },
  }
  // Before the folder is removed: hooks registered last run first.
  afterEach(async () => {
    const { child } = cluster.primary
    const left = child.pid === undefined ? [] : await childrenOf(child.pid)
    for (const pid of [...left, ...cluster.workers]) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    child.kill('SIGKILL')
    cluster.workers = []
  })
  return cluster
}
