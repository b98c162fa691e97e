import { launchPostgres, type LaunchOptions } from '../launch.ts'
import { lockDataFolder } from '../lock-folder.ts'
import { superviseDatabase } from '../supervise.ts'

/** The task of a separate owner process, which a test can kill and run as another user. */
export type OwnerTask = {
  does: 'launch' | 'supervise' | 'lock'
  folder: string
  /** Modules are loaded before the user changes, so a checkout in an inaccessible home works too. */
  uid?: number
  options?: Omit<LaunchOptions, 'report'>
}

/** Its output: one JSON object per line. */
export type OwnerLine =
  | { pid: number; wasRunning?: boolean; folder?: string }
  | { error: string }
  | { report: string }

type Owned = { line: OwnerLine; stop: () => Promise<void> }

function print(line: OwnerLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

async function begin({ does, folder, options }: OwnerTask): Promise<Owned> {
  if (does === 'lock') {
    const lock = await lockDataFolder(folder)
    return { line: { pid: process.pid }, stop: async () => lock.release() }
  }
  if (does === 'supervise') {
    const database = await superviseDatabase({ folder, ...options, report: (report) => print({ report }) })
    return { line: { pid: database.pid(), folder: database.connection.host }, stop: database.stop }
  }
  const { pid, wasRunning, connection, stop } = await launchPostgres(folder, options)
  return { line: { pid, wasRunning, folder: connection.host }, stop }
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
  print(line)
} catch (error) {
  print({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
}
