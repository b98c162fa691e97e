import { launchPostgres, type LaunchOptions } from '#platform/postgres/launch.ts'
import { lockFolder } from '#platform/postgres/lock-folder.ts'
import { superviseDatabase } from '#platform/postgres/supervise.ts'

/** What a test asks of a hub in a process of its own, so that it can be killed and can be another user. */
export type OwnerTask = {
  does: 'launch' | 'supervise' | 'lock'
  folder: string
  /** Everything is loaded before the user changes, so a checkout in a closed home works too. */
  uid?: number
  options?: Omit<LaunchOptions, 'report'>
}

/** Its answers, one JSON object a line. */
export type OwnerLine =
  | { pid: number; adopted?: boolean; folder?: string }
  | { refused: string }
  | { report: string }

type Owned = { line: OwnerLine; stop: () => Promise<void> }

function say(line: OwnerLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

async function begin({ does, folder, options }: OwnerTask): Promise<Owned> {
  if (does === 'lock') {
    const lock = await lockFolder(folder)
    return { line: { pid: process.pid }, stop: async () => lock.release() }
  }
  if (does === 'supervise') {
    const database = await superviseDatabase({ folder, ...options, report: (report) => say({ report }) })
    return { line: { pid: database.pid(), folder: database.connection.host }, stop: database.stop }
  }
  const { pid, adopted, connection, stop } = await launchPostgres(folder, options)
  return { line: { pid, adopted, folder: connection.host }, stop }
}

const task: OwnerTask = JSON.parse(process.argv[2] ?? '')
if (task.uid !== undefined) {
  process.setgroups?.([task.uid])
  process.setgid?.(task.uid)
  process.setuid?.(task.uid)
}
try {
  const { line, stop } = await begin(task)
  process.once('SIGTERM', () => void stop().then(() => process.exit(0)))
  setInterval(() => undefined, 60_000)
  say(line)
} catch (error) {
  say({ refused: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
}
