import type { Capability } from '#contract/archives/analysis.ts'

import { counted } from './analysis-texts.ts'

type Kind = Capability['kind']

/** `values` names what the values of a capability are. */
const texts: Record<Kind, { name: string; meaning: string; values?: string }> = {
  'runs-code': { name: 'Runs text as code', meaning: 'Runs code that is built from text instead of a file.' },
  'runs-programs': { name: 'Runs programs', meaning: 'Starts other programs on the machine.' },
  console: { name: 'Server console', meaning: 'Runs server console commands.' },
  'calls-out': {
    name: 'Calls out',
    meaning: 'Sends HTTP requests to these hosts. A URL that a page computes can lead to its own resource.',
    values: 'destination',
  },
  'answers-web': { name: 'Answers web requests', meaning: 'Responds to HTTP requests to your server.' },
  'writes-files': { name: 'Writes files', meaning: 'Saves files in the server’s folders.' },
  'reads-secrets': {
    name: 'Reads secrets',
    meaning: 'Reads the server’s keys, passwords or connection strings.',
  },
  'reads-identities': {
    name: 'Reads identifiers',
    meaning: 'Reads identifiers or IP addresses of players.',
  },
  database: { name: 'Database', meaning: 'Reads or writes the server’s database.', values: 'table' },
  'reads-files': { name: 'Reads files', meaning: 'Reads files in the server’s folders.' },
  page: { name: 'Page in the game', meaning: 'Shows a page over the game.' },
  webhook: { name: 'Discord webhook', meaning: 'Posts messages to a Discord channel.' },
  binaries: { name: 'Compiled files', meaning: 'Contains compiled files, which were not scanned.' },
  escrowed: { name: 'Escrowed files', meaning: 'Encrypted by Cfx.re. They were not scanned.' },
  obfuscated: { name: 'Unreadable code', meaning: 'A tool has made the code unreadable.' },
  events: {
    name: 'Network events',
    meaning: 'Any player can trigger those of the server; the server triggers those of the client.',
    values: 'event',
  },
  commands: { name: 'Commands', meaning: 'Commands for players or for the console.', values: 'command' },
  exports: { name: 'Exports', meaning: 'Functions that other resources may call.', values: 'export' },
  uses: { name: 'Uses resources', meaning: 'Calls functions of other resources.', values: 'resource' },
}

export const capabilityName = (kind: Kind): string => texts[kind].name
export const capabilityMeaning = (kind: Kind): string => texts[kind].meaning

/** Calls out: 2 destinations. */
export function capabilityChip({ kind, values }: { kind: Kind; values: number }): string {
  const { name, values: noun } = texts[kind]
  return noun && values > 0 ? `${name}: ${counted(values, noun)}` : name
}
