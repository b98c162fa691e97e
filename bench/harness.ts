import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startApp, type RunningProcess } from '#test-support/app-process.ts'

import type { Run } from './choose-run.ts'
import { openSite, type Site } from './sites/open-site.ts'
import { tokenSecret } from './sites/sign-users-in.ts'

export type BenchApp = RunningProcess & { site: Site; dataDir: string }

/** The programs that scenarios measure. Each starts at its first use and runs until `dispose`. */
export type Harness = {
  run: Run
  site(scripts: number): Promise<Site>
  app(scripts: number, environment?: Record<string, string>): Promise<BenchApp>
  /** A plain node:http server. */
  baseline(): Promise<RunningProcess>
  log(line: string): void
  /** Stops all programs and databases, also for a scenario that needs exclusive use of a folder. */
  dispose(): Promise<void>
}

export function createHarness(run: Run, log: (line: string) => void): Harness {
  const sites = new Map<number, Promise<Site>>()
  const apps = new Map<string, Promise<BenchApp>>()
  const folders = new Map<number, Promise<string>>()
  let baseline: Promise<RunningProcess> | undefined

  function openOnce(scripts: number): Promise<Site> {
    const opened = sites.get(scripts) ?? openSite(run.folder, scripts, log)
    sites.set(scripts, opened)
    return opened
  }

  async function app(scripts: number, environment: Record<string, string> = {}): Promise<BenchApp> {
    const key = `${scripts} ${JSON.stringify(environment)}`
    const started = apps.get(key) ?? openOnce(scripts).then((site) => startOn(site, environment))
    apps.set(key, started)
    return started
  }

  async function startOn(site: Site, environment: Record<string, string>): Promise<BenchApp> {
    const dataDir = await (folders.get(site.scripts) ?? createFolder(site))
    const running = await startApp(
      {
        PORT: '0',
        DATA_DIR: dataDir,
        DATABASE_URL: site.databaseUrl,
        TOKEN_SECRET: tokenSecret,
        RATE_LIMITS: 'off',
        ...environment,
      },
      { program: 'bench/programs/app.ts' },
    )
    return { ...running, site, dataDir }
  }

  /** The nodes of one site share their files. */
  function createFolder({ scripts }: Site): Promise<string> {
    const created = mkdtemp(join(tmpdir(), 'scripthaven-bench-'))
    folders.set(scripts, created)
    return created
  }

  // allSettled: a program that failed to start must not prevent the others from being stopped.
  async function dispose() {
    const programs = [...apps.values(), ...(baseline ? [baseline] : [])]
    await Promise.allSettled(programs.map(async (program) => (await program).stop()))
    await Promise.allSettled([...sites.values()].map(async (site) => (await site).close()))
    for (const folder of folders.values()) await rm(await folder, { recursive: true, force: true })
    apps.clear()
    sites.clear()
    folders.clear()
    baseline = undefined
  }

  return {
    run,
    site: openOnce,
    app,
    baseline: () => (baseline ??= startApp({}, { program: 'bench/programs/baseline.ts' })),
    log,
    dispose,
  }
}
