/** How the program ends. docs/cli.md explains each. */
export const exitCodes = {
  done: 0,
  /** The question of the command has a bad answer: something is outdated, changed or recalled. */
  found: 1,
  /** A wrong argument, or a file that cannot be used. */
  usage: 2,
  /** Files that the owner changed wait for a decision. */
  undecided: 3,
  /** The hub does not respond, or rejects the request. */
  hub: 4,
  /** The disk is full, or does not let the program write. */
  disk: 5,
  /** A fault of this program. */
  fault: 6,
  /** The person ended it with Ctrl+C; shells use this number. */
  stopped: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The message is for the person at the terminal. */
export class CliError extends Error {
  override name = 'CliError'
  readonly code: ExitCode
  /** Of the reply of the hub that rejected the request. */
  readonly status: number | undefined

  constructor(message: string, code: ExitCode = exitCodes.usage, status?: number) {
    super(message)
    this.code = code
    this.status = status
  }
}

const diskMessages: Record<string, string> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is used up',
  EACCES: 'Access was denied',
  EPERM: 'Access was denied. Another program may have the file open',
  EROFS: 'The disk is read-only',
  EBUSY: 'Another program has the file open',
  EXDEV: 'The scripthaven folder and the resources are on different disks',
}

/** What a failed system call means for the person, or undefined if it is a fault of this program. */
export function explainDiskError(error: unknown): CliError | undefined {
  const { code, path } = systemError(error)
  const message = code === undefined ? undefined : diskMessages[code]
  if (message === undefined) return undefined
  return new CliError(
    `${message}${path === undefined ? '' : `: ${path}`}. Nothing is half installed; run the command again.`,
    exitCodes.disk,
  )
}

/** Code and path of a failed system call. */
export function systemError(error: unknown): { code?: string; path?: string } {
  if (!(error instanceof Error)) return {}
  return {
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('path' in error && typeof error.path === 'string' && { path: error.path }),
  }
}
