import { spawn, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

import { storableText } from '#platform/storable-text.ts'

export type SandboxOptions = {
  /** A TypeScript module of this project that uses sandbox-program.ts. */
  program: URL
  request: unknown
  /** Open files. The program finds them as descriptors 3, 4, … */
  files: readonly number[]
  /** Processor time, in which neither pauses nor waiting for a core count. Whole seconds. */
  processorSeconds: number
  /** Ends a process that hangs. */
  timeoutMs: number
  pace: Pace
  heapMb: number
  replySizeMax: number
  signal?: AbortSignal | undefined
}

/** `priority` is the nice value. On busy cores, long work pauses (`checkpoint`) after `unpausedMs` of processor time. */
export type Pace = { priority: number; unpausedMs: number }

type SandboxResult =
  | { state: 'replied'; reply: unknown }
  /**
   * `slow` is the limit of processor time. What was `interrupted` from outside, or hung, may succeed another time. `detail` is
   * for the log: the end of what the process wrote to its standard error.
   */
  | { state: 'failed'; cause: 'slow' | 'memory' | 'crashed' | 'interrupted'; detail: string }

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** The code, and nothing that an administrator or a user wrote: data, settings and keys are elsewhere. */
const readable = ['server/*', 'contract/*', 'analysis/*', 'node_modules/*', 'package.json']

/**
 * Node.js cannot limit the processor time of a program, a shell can (POSIX). The limit ends it with SIGXCPU, here without a core
 * dump. Shells add variables to the environment.
 */
const limited = 'ulimit -c 0 && ulimit -S -t "$0" && exec /usr/bin/env -i "$@"'

const stderrMax = 4000

/**
 * Runs a program in a process that sees its request, the open files and the code of this
 * project: no network, no other files, no processes, no environment. It ends with this process.
 */
export async function runInSandbox(options: SandboxOptions): Promise<SandboxResult> {
  options.signal?.throwIfAborted()
  const child = start(options)
  const reply = collect(child.stdout, options.replySizeMax, () => child.kill('SIGKILL'))
  const stderr = collectEnd(child.stderr)
  const kill = () => child.kill('SIGKILL')
  const timer = setTimeout(kill, options.timeoutMs)
  options.signal?.addEventListener('abort', kill)
  try {
    const end = await endOf(child)
    options.signal?.throwIfAborted()
    const text = reply()
    if (end.code === 0 && text !== undefined) return { state: 'replied', reply: JSON.parse(text, storable) }
    if (text === undefined) return { state: 'failed', cause: 'crashed', detail: 'The reply is too long' }
    const detail = `${end.signal ?? end.code} ${stderr()}`
    return { state: 'failed', cause: causeOf(end, stderr()), detail }
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', kill)
  }
}

function start({
  program,
  request,
  files,
  heapMb,
  processorSeconds,
  pace,
}: SandboxOptions): ChildProcess & Streams {
  const path = fileURLToPath(program)
  const flags = [
    '--permission',
    ...[path, ...readable.map((folder) => root + folder)].map((name) => `--allow-fs-read=${name}`),
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${heapMb}`,
    '--max-semi-space-size=8',
  ]
  const command = [`${processorSeconds}`, process.execPath, ...flags, path]
  const child = spawn('/bin/sh', ['-c', limited, ...command], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe', ...files],
  })
  if (!child.stdin || !child.stdout || !child.stderr) throw new Error('The process has no streams')
  // Threads inherit the priority, so it is set before the process has started any.
  if (child.pid !== undefined) setPriority(child.pid, pace.priority)
  // A process that has ended does not read its request.
  child.stdin.on('error', () => undefined)
  // The stream stays open: its end tells the program that this process has ended.
  child.stdin.write(`${JSON.stringify({ unpausedMs: pace.unpausedMs, request })}\n`)
  return Object.assign(child, { stdout: child.stdout, stderr: child.stderr })
}

type Streams = { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream }
type End = { code: number | null; signal: NodeJS.Signals | null }

function endOf(child: ChildProcess): Promise<End> {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
}

/** Nothing in the work of a program sends these. The kernel sends SIGKILL when the machine has no memory left. */
const interruptions: readonly (NodeJS.Signals | null)[] = [
  'SIGKILL',
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
  'SIGQUIT',
]

function causeOf({ signal }: End, stderr: string): 'slow' | 'memory' | 'crashed' | 'interrupted' {
  if (signal === 'SIGXCPU') return 'slow'
  if (interruptions.includes(signal)) return 'interrupted'
  return /heap out of memory|Allocation failed|Array buffer allocation failed/.test(stderr)
    ? 'memory'
    : 'crashed'
}

function collect(
  stream: NodeJS.ReadableStream,
  sizeMax: number,
  onExcess: () => void,
): () => string | undefined {
  const chunks: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= sizeMax) chunks.push(chunk)
    else onExcess()
  })
  return () => (size <= sizeMax ? Buffer.concat(chunks).toString() : undefined)
}

/** The texts come from files of a user and are stored in JSON. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? storableText(value) : value
}

function collectEnd(stream: NodeJS.ReadableStream): () => string {
  let text = ''
  stream.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-stderrMax)
  })
  return () => text
}
