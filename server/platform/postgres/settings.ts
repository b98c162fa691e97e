import { availableParallelism } from 'node:os'
import { memoryOfMachine } from '#platform/machine-memory.ts'
import { nameFromInside } from './server-folder.ts'

export type ServerPlace = {
  cluster: string
  /** No way leads there for the server's user; it is started inside. */
  isClosed: boolean
  /** Shown in the title of every process of the server, so that its orphans are found again. */
  clusterName: string
  socketFolder: string
  port: number
  listensOnTcp: boolean
}

/** The command line of the server. Two equal lines mean that a running server can be kept. */
export function serverArguments(place: ServerPlace, major: number, extra: Record<string, string>): string[] {
  const settings = {
    ...sizedTo(memoryOfMachine()),
    ...steady,
    ...(major >= 18 && { io_method: 'sync' }),
    cluster_name: place.clusterName,
    listen_addresses: place.listensOnTcp ? '127.0.0.1' : '',
    ...extra,
  }
  return [
    '-D',
    nameFromInside(place.cluster, place.isClosed),
    '-p',
    String(place.port),
    '-k',
    place.socketFolder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

const steady = {
  unix_socket_permissions: '0700',
  max_connections: '60',
  jit: 'off',
  wal_compression: 'on',
  max_wal_size: '512MB',
  min_wal_size: '32MB',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // One visitor's query must not take every core from the others.
  max_parallel_workers_per_gather: '0',
  // The log must neither grow with each checkpoint nor keep what people wrote.
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
