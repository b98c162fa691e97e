import { frameworkNames } from '#contract/archives/manifest/framework-names.ts'
import type { Finding, AnalysisState } from '#contract/archives/analysis.ts'
import type { WorstFinding } from '#contract/scripts/versions.ts'
import { cutStart } from '#contract/platform/cut-text.ts'

import { counted, type Status } from './analysis-texts.ts'

type Analysis = {
  state: AnalysisState
  position: number | null
  isWhole: boolean
  counts: { high: number; medium: number; low: number }
  worst?: WorstFinding | null | undefined
  accepted?: number | undefined
}

/** The limits of a report; part of every report. */
export const reportLimits =
  'This lists what our scanner found. A report without findings does not prove that a script is harmless. The code was not run.'

/** One line about an archive. It never says that an archive is harmless. */
export function statusOf({ state, position, isWhole, counts, worst, accepted = 0 }: Analysis): Status {
  if (state === 'running') return { tone: 'info', text: 'Scanning the archive now' }
  if (state === 'waiting')
    return {
      tone: 'info',
      text: position === null ? 'Waiting for the scan' : `Waiting for the scan: position ${position}`,
    }
  if (state === 'failed') return { tone: 'warn', text: 'Could not be read' }
  if (worst) return statusOfWorst(worst, counts.high + counts.medium + counts.low - 1)
  if (counts.high > 0) return { tone: 'danger', text: `${counted(counts.high, 'thing')} to check first` }
  const others = counts.medium + counts.low
  if (others > 0)
    return {
      tone: counts.medium > 0 ? 'warn' : 'idle',
      text: `${counted(others, 'thing')} worth a look`,
    }
  if (!isWhole) return { tone: 'warn', text: 'Could not be fully read' }
  if (accepted > 0)
    return {
      tone: 'idle',
      text: `Nothing else was found: a moderator accepted ${counted(accepted, 'finding')}`,
    }
  return { tone: 'idle', text: 'No known suspicious patterns' }
}

/** How bad the worst finding is, where it is, how sure it is, and who has looked at it. */
export function statusOfWorst(worst: WorstFinding, others = 0): Status {
  const { title, severity, basis, path, line, isConfirmed } = worst
  const isText = basis === 'text' || basis === 'comment'
  return {
    tone: severity === 'low' ? 'idle' : severity === 'high' && (isConfirmed || !isText) ? 'danger' : 'warn',
    text: `${leadOf(worst)}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    place: `${path.length > pathMax ? '…' : ''}${cutStart(path, pathMax)}${line === null ? '' : `:${line}`}`,
    remarks: [basisTexts[basis], remarkOf(worst), others > 0 && `${counted(others, 'other finding')}.`]
      .filter(Boolean)
      .join(' '),
  }
}

const pathMax = 60

function leadOf({ severity, basis, isConfirmed }: WorstFinding): string {
  if (isConfirmed) return 'Confirmed by a moderator'
  if (severity !== 'high') return severity === 'medium' ? 'Worth a look' : 'Minor'
  return basis === 'text' || basis === 'comment' ? 'A text to check' : 'Check first'
}

const basisTexts: Record<WorstFinding['basis'], string> = {
  code: 'The code does this.',
  unloaded: 'No manifest loads this file; other code may.',
  text: 'Only the text was found: we do not know what the code does with it.',
  comment: 'The text is in a comment, which does not run.',
  unread: 'We could not follow what it does.',
}

function remarkOf({ isExplained, isConfirmed }: WorstFinding): string {
  if (isConfirmed) return isExplained ? 'The author has commented on it.' : 'The author has not explained it.'
  return isExplained
    ? 'The author has explained it; no moderator has ruled on it yet.'
    : 'The author has not explained it, and no moderator has ruled on it yet.'
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
const frameworkName = (framework: string) => frameworks.get(framework) ?? framework
/** Each with whether it is needed. */
export const frameworksText = (names: readonly string[], optional: readonly string[] = []) =>
  names.map((name) => `${frameworkName(name)}${optional.includes(name) ? ' (optional)' : ''}`)

export const sideTexts: Record<Finding['side'], string> = {
  server: 'server side',
  client: 'client side',
  shared: 'server and client side',
  page: 'in-game page',
  none: 'not loaded by a manifest',
}
