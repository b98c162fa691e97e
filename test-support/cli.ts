import { execFile } from 'node:child_process'
import { join } from 'node:path'

type Outcome = { code: number; stdout: string; stderr: string }

const program = join(import.meta.dirname, '../server/cli.ts')

/** Runs `npm run hub -- …` with stdin closed. */
export function runCli(args: string[], environment: Record<string, string>): Promise<Outcome> {
  const { PATH = '', TMPDIR } = process.env
  const env = { PATH, ...(TMPDIR && { TMPDIR }), ...environment }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { env, maxBuffer: 1 << 26 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
    child.stdin?.end()
  })
}
