import { availableParallelism } from 'node:os'
import { memoryOfMachine } from './machine-memory.ts'
import { relativeDataDir } from './server-folder.ts'

export type ServerPlace = {
  cluster: string
  /** The system user cannot enter a parent folder, so the server is started inside the folder. */
  needsChdir: boolean
  /** Part of the title of every server process, so that orphans can be identified. */
  clusterName: string
  socketFolder: string
  port: number
  listensOnTcp: boolean
}

/** The command line of the server. A running server with an equal command line is not restarted. */
export function serverArguments(place: ServerPlace, major: number, extra: Record<string, string>): string[] {
  const settings = {
    ...sizedTo(memoryOfMachine()),
    ...fixedSettings,
    ...(major >= 18 && { io_method: 'sync' }),
    cluster_name: place.clusterName,
    listen_addresses: place.listensOnTcp ? '127.0.0.1' : '',
    ...extra,
  }
  return [
    '-D',
    relativeDataDir(place.cluster, place.needsChdir),
    '-p',
    String(place.port),
    '-k',
    place.socketFolder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

const fixedSettings = {
  unix_socket_permissions: '0700',
  max_connections: '60',
  jit: 'off',
  wal_compression: 'on',
  max_wal_size: '512MB',
  min_wal_size: '32MB',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // One query must not occupy all cores.
  max_parallel_workers_per_gather: '0',
  // The log must neither grow with each checkpoint nor contain user data.
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_line_prefix: '%m [%p] ',
}

function sizedTo(megabytes: number): Record<string, string> {
  return {
    shared_buffers: `${between(32, megabytes / 16, 512)}MB`,
    effective_cache_size: `${between(128, megabytes / 2, 65_536)}MB`,
    work_mem: `${between(4, megabytes / 512, 16)}MB`,
    maintenance_work_mem: `${between(32, megabytes / 32, 256)}MB`,
    max_worker_processes: String(between(4, availableParallelism(), 8)),
  }
}

function between(min: number, wanted: number, max: number): number {
  return Math.round(Math.min(Math.max(wanted, min), max))
}
