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

/** The cluster of the running test. */
export interface TestCluster {
  dataDir: string
  port: number
  /** Set by `start`, or by the test itself. */
  primary: ServerProcess
  /** The processes that serve, which are ended after the test. */
  workers: number[]
  environment(): Record<string, string>
  start(settings?: Record<string, string>, node?: string): Promise<void>
  /** Waits until so many processes serve, besides `without`; returns their ids. */
  untilServing(count: number, without?: number[]): Promise<number[]>
}

/** Gives each test of a file a cluster of its own, with the demo market; ends its processes afterwards. */
export function clusterOfEachTest(): TestCluster {
  let database: TestDatabase
  const cluster: TestCluster = {
    dataDir: '',
    port: 0,
    primary: undefined as unknown as ServerProcess,
    workers: [],
    environment: () => ({
      PORT: String(cluster.port),
      DATA_DIR: cluster.dataDir,
      DATABASE_URL: connectionUrl(database.connection),
      PROCESSES: '2',
      DRAIN_SECONDS: '0.5',
    }),
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
  beforeEach(async () => {
    cluster.dataDir = await mkdtemp(join(tmpdir(), 'openstall-cluster-'))
    // The database has accounts: a server creates no keys for it.
    await openSecrets(readConfig({ DATA_DIR: cluster.dataDir }, false))
    database = await createMarketDatabase()
    cluster.port = await freePort()
  })
  afterEach(async () => {
    const { child } = cluster.primary
    const left = child.pid === undefined ? [] : await childrenOf(child.pid)
    for (const pid of [...left, ...cluster.workers]) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    child.kill('SIGKILL')
    cluster.workers = []
    await database.drop()
    await rm(cluster.dataDir, { recursive: true, force: true })
  })
  return cluster
}
