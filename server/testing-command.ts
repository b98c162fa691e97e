import { execFile } from 'node:child_process'
import { join } from 'node:path'

import { inject } from 'vitest'

import type { PostgresServer } from '#platform/postgres/launch.ts'

type Outcome = { code: number; stdout: string; stderr: string }

/** `npm run hub -- …` as the script behind it calls it, with nobody at the keyboard. */
export function hubCommand(args: string[], environment: Record<string, string>): Promise<Outcome> {
  const program = join(import.meta.dirname, 'hub.ts')
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { env: { PATH: process.env.PATH ?? '', ...environment } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
    child.stdin?.end()
  })
}

/** The database of a test hub as DATABASE_URL names it, a socket as well as a server. */
export function databaseUrl(database: string): string {
  const address = inject('database')
  if ('connectionString' in address) {
    const url = new URL(address.connectionString)
    url.pathname = `/${database}`
    return url.href
  }
  return socketUrl({ ...address, database })
}

export function socketUrl({ user, host, port, database }: PostgresServer['connection']): string {
  return `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}
