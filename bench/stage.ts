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
  const folders = new Map<number, Promise<string>>()

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
    const dataDir = await (folders.get(ground.scripts) ?? makeFolder(ground))
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

  /** Nodes of one site look for files in one place. */
  function makeFolder({ scripts }: Site): Promise<string> {
    const made = mkdtemp(join(tmpdir(), 'scripthaven-bench-'))
    folders.set(scripts, made)
    return made
  }

  // What failed to start needs no stopping, and must not keep the rest from it.
  async function clear() {
    const programs = [...hubs.values(), ...(bareServer ? [bareServer] : [])]
    const stopped = programs.map(async (program) => (await program).stop())
    await Promise.allSettled(stopped)
    await Promise.allSettled([...sites.values()].map(async (one) => (await one).close()))
    for (const folder of folders.values()) await rm(await folder, { recursive: true, force: true })
    hubs.clear()
    sites.clear()
    folders.clear()
    bareServer = undefined
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
