import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

import { z } from 'zod/mini'

import { CliError, systemError } from '#cli/cli-error.ts'

z.config(z.locales.en())

const conflictMark = /^(<{7}|={7}|>{7}|\|{7})( |$)/

/** Undefined if the file does not exist. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (systemError(error).code === 'ENOENT') return undefined
    throw error
  }
}

/** Parses a file that people edit and merge. Each error says what is wrong and in which line. */
export function parseJson<Schema extends z.ZodMiniType>(
  path: string,
  text: string,
  schema: Schema,
): z.output<Schema> {
  const name = basename(path)
  const conflict = text.split(/\r?\n/).findIndex((line) => conflictMark.test(line))
  if (conflict >= 0)
    throw new CliError(
      `${name} has a merge conflict in line ${conflict + 1}. Resolve it, then run this again.`,
    )
  const parsed = schema.safeParse(parseText(name, text))
  if (parsed.success) return parsed.data
  throw new CliError(
    `${name} cannot be used:\n${describeIssues(parsed.error.issues)}\nCorrect or restore it, then run this again.`,
  )
}

type Issue = z.core.$ZodIssue

function describeIssues(issues: readonly Issue[]): string {
  return issues
    .slice(0, 10)
    .map((issue) => {
      const place = issue.path.map(String).join('.')
      const [inner] = issue.code === 'invalid_key' ? issue.issues : []
      return `  ${place === '' ? '' : `${place}: `}${(inner ?? issue).message}`
    })
    .join('\n')
}

function parseText(name: string, text: string): unknown {
  try {
    // Editors of Windows may write a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1]
    const line = position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length
    throw new CliError(
      `${name} is not valid JSON${line === undefined ? '' : `, see line ${line}`}. Correct or restore it, then run this again.`,
    )
  }
}
