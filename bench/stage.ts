import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Run } from './choose-run.ts'
import { startProgram, type Program } from './programs/start-program.ts'
import { openSite, type Site } from './sites/open-site.ts'
import { tokenSecret } from './sites/sign-people-in.ts'

export type RunningHub = Program & { site: Site; dataDir: string }

/** What scenarios play on: sites, hubs and a bare server, each started when first asked for and kept. */
export type Stage = {
  run: Run
  site(scripts: number): Promise<Site>
  hub(scripts: number, environment?: Record<string, string>): Promise<RunningHub>
  bare(): Promise<Program>
  say(line: string): void
  /** Ends hubs and databases, so that a scenario has the machine or the folder to itself. */
  clear(): Promise<void>
}

export function openStage(run: Run, say: (line: string) => void): Stage {
  const sites = new Map<number, Promise<Site>>()
  let bareServer: Promise<Program> | undefined
  const hubs = new Map<string, Promise<RunningHub>>()
  const folders: string[] = []

  function site(scripts: number): Promise<Site> {
    const known = sites.get(scripts) ?? openSite(run.folder, scripts, say)
    sites.set(scripts, known)
    return known
  }

  async function hub(scripts: number, environment: Record<string, string> = {}): Promise<RunningHub> {
    const name = `${scripts} ${JSON.stringify(environment)}`
    const known = hubs.get(name) ?? site(scripts).then((ground) => startHubOn(ground, environment))
    hubs.set(name, known)
    return known
  }

  async function startHubOn(ground: Site, environment: Record<string, string>): Promise<RunningHub> {
    const dataDir = await mkdtemp(join(tmpdir(), 'scripthaven-bench-'))
    folders.push(dataDir)
    const program = await startProgram('bench/programs/hub.ts', {
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: ground.databaseUrl,
      TOKEN_SECRET: tokenSecret,
      RATE_LIMITS: 'off',
      ...environment,
    })
    return { ...program, site: ground, dataDir }
  }

  async function clear() {
    for (const running of hubs.values()) await (await running).stop()
    await (await bareServer)?.stop()
    hubs.clear()
    bareServer = undefined
    for (const one of sites.values()) await (await one).close()
    sites.clear()
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
  }

  return {
    run,
    site,
    hub,
    bare: () => (bareServer ??= startProgram('bench/programs/bare.ts', {})),
    say,
    clear,
  }
}
