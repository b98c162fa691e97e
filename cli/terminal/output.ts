import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

import cliProgress from 'cli-progress'
import pc from 'picocolors'

import { CliError } from '#cli/cli-error.ts'
import { terminalText } from '#platform/storable-text.ts'

export type Output = ReturnType<typeof createOutput>

/** What people read goes to stdout, warnings and progress to stderr. With `isJson` stdout has one JSON value. */
export function createOutput({ isQuiet, isJson }: { isQuiet: boolean; isJson: boolean }) {
  return {
    isJson,
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
    warn(text: string): void {
      process.stderr.write(`${pc.yellow('Warning:')} ${clean(text)}\n`)
    },
    progress(total: number) {
      if (isQuiet || isJson || total === 0 || !process.stderr.isTTY)
        return { add: (_count: number): void => undefined, end: (): void => undefined }
      const bar = new cliProgress.SingleBar(
        {
          format: '{bar} {percentage} % | {done} of {all} MB | {eta_formatted} left',
          hideCursor: true,
          clearOnComplete: true,
        },
        cliProgress.Presets.shades_classic,
      )
      let received = 0
      const payload = () => ({ done: (received / 1e6).toFixed(1), all: (total / 1e6).toFixed(1) })
      bar.start(total, 0, payload())
      return {
        add(count: number): void {
          received += count
          bar.update(received, payload())
        },
        end: () => bar.stop(),
      }
    },
    /** `--yes` answers before a question is asked. */
    async confirm(question: string): Promise<boolean> {
      const answer = await ask(`${question} [y/N] `, 'Use --yes to answer with yes.')
      return /^y(es)?$/i.test(answer)
    },
    ask,
  }
}

/** Without a terminal nobody can answer: `otherwise` says what to do. */
async function ask(question: string, otherwise: string, isSecret = false): Promise<string> {
  if (!process.stdin.isTTY)
    throw new CliError(`There is no terminal to answer "${question.trim()}". ${otherwise}`)
  let isShown = true
  const output = new Writable({
    write(chunk: Uint8Array, _, done) {
      if (isShown) process.stderr.write(chunk)
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  try {
    const answer = terminal.question(question)
    isShown = !isSecret
    return (await answer).trim()
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
    .split(color)
    .map((part) => (color.test(part) ? part : terminalText(part)))
    .join('')
}

/** A text of a hub or an archive, on one line and without control characters. */
export function plain(text: string): string {
  return terminalText(text.replaceAll(/\s+/g, ' '))
}

export const paint = pc
