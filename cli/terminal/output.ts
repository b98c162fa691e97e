import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

import cliProgress from 'cli-progress'
import pc from 'picocolors'

import { CliError, exitCodes } from '#cli/cli-error.ts'
import { terminalText } from '#platform/storable-text.ts'

export type Output = ReturnType<typeof createOutput>

/** Of the numbers beside a progress bar. */
const textWidth = 45
const warningColors = pc.createColors(process.stderr.isTTY ? pc.isColorSupported : false)

/** What people read goes to stdout, warnings and progress to stderr. With `isJson` stdout has one JSON value. */
export function createOutput({ isQuiet, isJson }: { isQuiet: boolean; isJson: boolean }) {
  const explain = (text: string) =>
    (isQuiet || isJson ? process.stderr : process.stdout).write(`${clean(text)}\n`)
  return {
    isJson,
    canAsk: process.stdin.isTTY,
    /** Texts of archives and hubs have no control characters here. */
    say(text: string): void {
      if (!isQuiet && !isJson) process.stdout.write(`${clean(text)}\n`)
    },
    /** The result that was asked for, which --quiet does not hide. */
    result(text: string, value: unknown): void {
      process.stdout.write(
        isJson ? `${JSON.stringify(value, null, 2)}\n` : text === '' ? '' : `${clean(text)}\n`,
      )
    },
    /** What a command did: a sentence for people, or the value with --json. */
    outcome(text: string, value: unknown): void {
      if (text !== '' && !isQuiet && !isJson) process.stdout.write(`${clean(text)}\n`)
      if (isJson) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
    },
    /** With the items that it is about below it, one on each line. */
    warn(text: string, items: readonly string[] = []): void {
      const lines = [text, ...items.map((item) => `  ${item}`)].join('\n')
      process.stderr.write(`${warningColors.yellow('Warning:')} ${clean(lines)}\n`)
    },
    progress(total: number) {
      if (isQuiet || isJson || total === 0 || !process.stderr.isTTY)
        return { add: (_count: number): void => undefined, end: (): void => undefined }
      const bar = new cliProgress.SingleBar(
        {
          format: '{bar} {percentage} % | {done} of {all} | {eta_formatted} left',
          barsize: Math.max(5, Math.min(40, (process.stderr.columns || 80) - textWidth)),
          clearOnComplete: true,
          // Otherwise a run that is stopped leaves the terminal without it.
          linewrap: true,
        },
        cliProgress.Presets.shades_classic,
      )
      let received = 0
      const payload = () => ({ done: sizeText(received), all: sizeText(total) })
      bar.start(total, 0, payload())
      return {
        add(count: number): void {
          received += count
          bar.update(received, payload())
        },
        end: () => bar.stop(),
      }
    },
    /** `--yes` answers before a question is asked. What it is about is shown with `--quiet`, too. */
    async confirm(about: string, question: string): Promise<boolean> {
      explain(about)
      const answer = await ask(`${question} [y/N] `, 'Use --yes to answer with yes.')
      return /^y(es)?$/i.test(answer)
    },
    /** Asks for one of a list until there is an answer; Enter takes the preferred one. Returns its position. */
    async choose(about: string, options: readonly string[], preferred: number): Promise<number> {
      explain([about, ...options.map((option, at) => `  ${at + 1}) ${option}`)].join('\n'))
      for (;;) {
        const answer = await ask(
          `Which one? 1 to ${options.length} [${preferred + 1}] `,
          'Use --yes to take the most downloaded one.',
        )
        const position = answer === '' ? preferred : Number(answer) - 1
        if (position in options) return position
      }
    },
    ask,
  }
}

/** Without a terminal nobody can answer: `otherwise` says what to do. */
async function ask(question: string, otherwise: string, isSecret = false): Promise<string> {
  if (!process.stdin.isTTY)
    throw new CliError(`There is no terminal to answer "${question.trim()}". ${otherwise}`)
  const terminal = createInterface({
    input: process.stdin,
    output: isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr,
    terminal: true,
  })
  // Only now the terminal shows nothing of what is typed.
  if (isSecret) process.stderr.write(question)
  // Ctrl+C and Ctrl+D close it. Node 20 would wait for an answer that cannot come.
  const closed = new AbortController()
  terminal.once('close', () => closed.abort())
  try {
    const answer = await terminal.question(isSecret ? '' : question, { signal: closed.signal })
    return answer.trim()
  } catch {
    throw new CliError('Stopped. Nothing was changed.', exitCodes.stopped)
  } finally {
    if (isSecret) process.stderr.write('\n')
    terminal.close()
  }
}

// oxlint-disable-next-line no-control-regex -- these are kept
const color = /(\u001B\[\d{1,2}m)/

/** The colors of this program stay. */
function clean(text: string): string {
  return text
    .trimEnd()
    .split(color)
    .map((part) => (color.test(part) ? part : terminalText(part)))
    .join('')
}

/** A text of a hub or an archive, on one line and without control characters. */
export function plain(text: string): string {
  return terminalText(text.replaceAll(/\s+/g, ' '))
}

/** Not in the log of a job, which `picocolors` takes for a terminal. */
export const paint = pc.createColors(process.stdout.isTTY ? pc.isColorSupported : false)

export function sizeText(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`
}
