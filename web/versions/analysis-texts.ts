import { frameworkNames } from '#contract/manifest/framework-names.ts'
import type { Finding } from '#contract/analysis.ts'
import type { AnalysisState } from '#contract/versions.ts'
import { fullNumber } from '#web/app/short-number.ts'

export type Status = { tone: 'info' | 'warn' | 'danger' | 'idle'; text: string }
type Analysis = {
  state: AnalysisState
  position: number | null
  isWhole: boolean
  counts: { high: number; medium: number; low: number }
}

/** What the report does not say; part of every report. */
export const reportLimits =
  'This report says what was found. It does not show that the archive does no harm. Nothing was run.'

export const isUnfinished = ({ state }: Pick<Analysis, 'state'>) => state === 'waiting' || state === 'running'

/** Milliseconds until a page asks again. Small archives are read within a second, large ones within minutes. */
export const refetchMs = ({ dataUpdateCount }: { dataUpdateCount: number }) =>
  Math.min(500 * 2 ** dataUpdateCount, 8000)

/** One line about an archive. It never says that an archive is harmless. */
export function statusOf({ state, position, isWhole, counts }: Analysis): Status {
  if (state === 'running') return { tone: 'info', text: 'Scanning the archive now' }
  if (state === 'waiting')
    return {
      tone: 'info',
      text: position === null ? 'Waiting for the scan' : `Waiting for the scan: position ${position}`,
    }
  if (state === 'failed') return { tone: 'warn', text: 'Could not be read' }
  if (counts.high > 0) return { tone: 'danger', text: `${counted(counts.high, 'thing')} to check first` }
  const others = counts.medium + counts.low
  if (others > 0)
    return {
      tone: counts.medium > 0 ? 'warn' : 'idle',
      text: `${counted(others, 'thing')} worth a look`,
    }
  return isWhole
    ? { tone: 'idle', text: 'No known pattern was found' }
    : { tone: 'warn', text: 'Could not be fully read' }
}

export function counted(count: number, noun: string): string {
  return `${fullNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

export function escrowText(count: number): string {
  return `Escrowed by Cfx.re: ${counted(count, 'file')} ${count === 1 ? 'is' : 'are'} encrypted and ${count === 1 ? 'was' : 'were'} not scanned.`
}

const games = new Map([
  ['gta5', 'GTA V'],
  ['rdr3', 'RDR 2'],
  ['common', 'Every game'],
])
const frameworks = new Map<string, string>(Object.entries(frameworkNames))
export const gameName = (game: string) => games.get(game) ?? game
export const frameworkName = (framework: string) => frameworks.get(framework) ?? framework

export const sideTexts: Record<Finding['side'], string> = {
  server: 'runs on your server',
  client: 'runs on the computers of the players',
  shared: 'runs on your server and on the computers of the players',
  page: 'runs in a page within the game',
  none: 'no manifest says where it runs',
}
