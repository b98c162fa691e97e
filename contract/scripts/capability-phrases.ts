import type { Capability } from '#contract/archives/analysis.ts'
import type { VersionChange } from './version-schemas.ts'

const phrases: Record<Capability['kind'], (value: string | null, side: Capability['side']) => string> = {
  'runs-code': () => 'runs text as code',
  'runs-programs': () => 'runs programs',
  console: () => 'runs console commands',
  'calls-out': (host) => (host === null ? 'calls out' : `calls out to ${host}`),
  'answers-web': () => 'answers web requests',
  'writes-files': () => 'writes files',
  'reads-secrets': () => 'reads keys or passwords',
  'reads-identities': () => 'reads identifiers of players',
  database: (table) => (table === null ? 'uses the database' : `uses the table ${table}`),
  'reads-files': () => 'reads files',
  page: () => 'shows a page in the game',
  webhook: () => 'posts to a Discord webhook',
  binaries: () => 'contains compiled files',
  escrowed: () => 'contains escrowed files',
  obfuscated: () => 'contains unreadable code',
  events: (name, side) =>
    name === null
      ? 'has network events'
      : side === 'client'
        ? `lets the server trigger ${name} on clients`
        : `lets players trigger ${name}`,
  commands: (name) => (name === null ? 'has commands' : `adds the command /${name}`),
  exports: (name) => (name === null ? 'has exports' : `exports ${name}`),
  uses: (name) => (name === null ? 'uses other resources' : `uses the resource ${name}`),
}

/** "calls out to api.example.com", for a list of what is new in a version. */
export const capabilityPhrase = ({ kind, value, side }: VersionChange['added'][number]): string =>
  phrases[kind](value, side)
