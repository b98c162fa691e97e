import type { AnalysisState } from '#contract/archives/analysis.ts'
import type { AnalysisWait } from '#contract/scripts/versions.ts'
import { fullNumber } from '#web/app/short-number.ts'

export type Status = {
  tone: 'info' | 'warn' | 'danger' | 'idle'
  text: string
  /** Where, and how sure it is. */
  place?: string
  remarks?: string
}
type Analysis = { state: AnalysisState }

export const isUnfinished = ({ state }: Analysis) => state === 'waiting' || state === 'running'

/** Milliseconds until a page asks again. Small archives are read within a second, large ones within minutes. */
export const refetchMs = ({ dataUpdateCount }: { dataUpdateCount: number }) =>
  Math.min(500 * 2 ** dataUpdateCount, 8000)

/** Why there is no result yet, and when it comes. */
export function waitText({ state, wait }: Analysis & { wait?: AnalysisWait | null | undefined }): string {
  if (!wait) return 'Archives are scanned one after the other.'
  const { position, isLong, seconds, isRepeated } = wait
  const ahead =
    position === 1
      ? 'It is next'
      : position === null
        ? 'Many archives are ahead of it'
        : `${counted(position - 1, 'archive')} ${position === 2 ? 'is' : 'are'} ahead of it`
  return [
    isRepeated && 'The scan was interrupted and starts again by itself.',
    state === 'running'
      ? `Its files are being read and checked against our rules, which takes ${durationText(seconds)}.`
      : `${ahead}${isLong ? ' in the queue of large archives' : ''}. The result should be here in ${durationText(seconds)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function durationText(seconds: number): string {
  if (seconds < 60) return seconds < 10 ? 'a few seconds' : 'less than a minute'
  const minutes = Math.round(seconds / 60)
  return minutes < 100
    ? `about ${counted(minutes, 'minute')}`
    : `about ${counted(Math.round(minutes / 60), 'hour')}`
}

export function counted(count: number, noun: string): string {
  return `${fullNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}
