import { typed } from '#cli/program.ts'
import { z } from 'zod/mini'

import { CliError } from '#cli/cli-error.ts'
import { chooseVersion, semverOf } from '#server/scripts/resolve/choose-version.rules.ts'

import { pathProblem } from './names.ts'
import { parseJson, readText } from './read-json.ts'

export const defaultFolder = 'resources/[scripthaven]'

/** A record has its numbers as texts. */
export const ScriptId = z
  .string()
  .check(z.regex(/^[1-9]\d{0,9}$/, 'A script is named by its number, which its URL has'))

export const Hub = z
  .string()
  .check(z.refine(isHubUrl, 'Must be the URL of a hub, such as https://hub.example, without a path'))

function isHubUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === text
}

const Folder = z
  .string()
  .check(
    z.refine(
      (text) => pathProblem(text) === undefined && /^resources\/(\[[^/\]]+\]\/)*\[[^/\]]+\]$/.test(text),
      'Must be a category in resources, such as resources/[scripthaven]',
    ),
  )

/** `scripthaven.json`, which people edit. */
export const Project = z.strictObject({
  hub: Hub,
  /** The wanted scripts with a version, a range or `latest`. */
  scripts: z.record(ScriptId, z.string().check(z.minLength(1), z.maxLength(100))),
  folder: z._default(Folder, defaultFolder),
  /** How old a version must be before `update` takes it: `3d`, `12h`. */
  cooldown: z.optional(
    z.string().check(z.regex(/^\d{1,3}[dh]$/, 'Must be days or hours, such as 3d or 12h')),
  ),
  /** Rules whose findings the owner accepts, by script. */
  allowFindings: z.optional(z.record(ScriptId, z.array(z.string()))),
  /** Which script provides a needed resource, where several do. */
  providers: z.optional(z.record(z.string(), z.int())),
  /** More files that are configuration, such as `garage/data/*.lua`. */
  configuration: z.optional(z.array(z.string())),
})
export type Project = z.output<typeof Project>

export function readProject(path: string): Project {
  const text = readText(path)
  if (text === undefined) throw new CliError(`There is no ${path}. Run "${typed('init')}" first.`)
  return parseJson(path, text, Project)
}

export function projectText(project: Project): string {
  return `${JSON.stringify(project, null, 2)}\n`
}

export function cooldownMs({ cooldown }: Pick<Project, 'cooldown'>): number {
  const [, count, unit] = /^(\d+)([dh])$/.exec(cooldown ?? '0h') ?? []
  return Number(count) * (unit === 'd' ? 24 : 1) * 3_600_000
}

/** Whether a version number is what scripthaven.json asks for, by the rules of the hub. */
export function satisfies(number: string, range: string): boolean {
  const published = { id: 0, number, publishedAt: new Date(0).toISOString(), isWithdrawn: false }
  return chooseVersion([published], { range, locked: undefined, before: new Date() }).version !== null
}

/** The range that `add` writes: later versions with the same first part, or the exact one without such numbers. */
export function defaultRange(number: string): string {
  const version = semverOf(number)
  return version && version.prerelease.length === 0 ? `^${version.version}` : number
}
