import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startApp, type RunningProcess } from '#test-support/app-process.ts'
import { startObjectStore } from '#test-support/s3-server.ts'
import { installed } from '#postgres-launcher/binaries.ts'
import { launchPostgres } from '#postgres-launcher/launch.ts'
import { freePort } from '#test-support/free-port.ts'

import { isReady } from '#test-support/http-client.ts'
import type { Account } from '#test-support/users.ts'
import { until } from '../waiting.ts'
import { findHaproxy, startBalancer } from './balancer.ts'

/** Two nodes on one database server and one object store, behind a balancer. */
export type Cluster = {
  /** The URL of the balancer. */
  url: string
  owner: Account
  databaseUrl: string
  node: (index: number) => RunningProcess
  /** The data folder of a node. */
  dataDir: (index: number) => string
  /** Starts a node and waits until it is ready. `programFolder` selects another version. */
  start: (index: number, programFolder?: string) => Promise<void>
  /** A temporary folder that `close` removes. */
  folder: string
  close: () => Promise<void>
}

const owner: Account = {
  username: 'nodesowner',
  email: 'owner@nodes.example',
  password: 'the owner of the nodes',
}

/** Why this machine cannot run a cluster. */
export async function clusterSkipReason(): Promise<string | undefined> {
  if (findHaproxy() !== undefined) return undefined
  return 'HAProxy is not installed (Debian, Ubuntu: apt-get install haproxy)'
}

export async function openCluster(): Promise<Cluster> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'scripthaven-nodes-')))
  chmodSync(folder, 0o755)
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  try {
    const [binaries] = installed()
    const database = await launchPostgres(join(folder, 'database'), { binaries, tcpPort: await freePort() })
    closers.push(() => database.stop())
    const store = await startObjectStore()
    closers.push(() => store.close())
    const ports = [await freePort(), await freePort()]
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const environment = {
      DATABASE_URL: database.url ?? '',
      S3_ENDPOINT: store.s3.endpoint,
      S3_REGION: store.s3.region,
      S3_BUCKET: store.s3.bucket,
      S3_ACCESS_KEY_ID: store.s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: store.s3.secretAccessKey,
      TOKEN_SECRET: 'the token secret that both nodes share',
      PUBLIC_URL: url,
      TRUST_PROXY: '127.0.0.1',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ADMIN_USERNAME: owner.username,
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
    }
    const running: RunningProcess[] = []
    const node = (index: number) => {
      const found = running[index]
      if (!found) throw new Error(`Node ${index + 1} was not started`)
      return found
    }
    const dataDir = (index: number) => join(folder, `node-${index + 1}`)
    const start = async (index: number, programFolder?: string) => {
      const own = { DATA_DIR: dataDir(index), PORT: String(ports[index]) }
      mkdirSync(own.DATA_DIR, { recursive: true, mode: 0o700 })
      running[index] = await startApp(
        { ...environment, ...own },
        programFolder === undefined ? {} : { root: programFolder },
      )
    }
    closers.push(() => Promise.all(running.map((app) => app.stop('SIGKILL'))))
    // At the same time, as after a power cut.
    await Promise.all([start(0), start(1)])
    const balancer = await startBalancer(findHaproxy() ?? 'haproxy', folder, port, ports)
    closers.push(() => balancer.close())
    await until(() => isReady(url), 10_000, 'The balancer found no node')
    return { url, owner, databaseUrl: environment.DATABASE_URL, node, dataDir, start, folder, close }
  } catch (error) {
    await close()
    throw error
  }
}
