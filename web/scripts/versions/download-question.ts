import { useSyncExternalStore } from 'react'

import type { WorstFinding } from '#contract/scripts/versions.ts'
import { readStored, writeStored } from '#web/ui/stored-text.ts'

/** An archive, with the titles of its findings of severity high. */
export type Questioned = {
  scriptId: number
  scriptName: string
  versionId: number
  /** The parameter of links to its report; undefined for the current version. */
  v: number | undefined
  high: readonly string[]
  worst?: WorstFinding | null | undefined
}
export type DownloadQuestion = { archive: Questioned; answer: (isConfirmed: boolean) => void }

const storageKey = 'confirmed_downloads'
const savedMax = 200
const listeners = new Set<() => void>()
let question: DownloadQuestion | undefined

/** Asks once per version and browser before an archive with findings of severity high is downloaded. */
export async function confirmDownload(archive: Questioned): Promise<boolean> {
  const { versionId, high } = archive
  if (high.length === 0 || readConfirmed().includes(versionId)) return true
  const isConfirmed = await new Promise<boolean>((answer) => setQuestion({ archive, answer }))
  setQuestion(undefined)
  if (isConfirmed) writeStored(storageKey, JSON.stringify(withVersion(readConfirmed(), versionId)))
  return isConfirmed
}

export function useDownloadQuestion(): DownloadQuestion | undefined {
  return useSyncExternalStore(
    subscribe,
    () => question,
    () => undefined,
  )
}

/** The latest first. */
export function withVersion(versions: readonly number[], version: number): number[] {
  return [version, ...versions.filter((other) => other !== version)].slice(0, savedMax)
}

export function parseVersions(stored: string | null): number[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(parsed) ? parsed.filter((version) => typeof version === 'number') : []
  } catch {
    return []
  }
}

// Without storage the question is asked each time.
const readConfirmed = () => parseVersions(readStored(storageKey))

function setQuestion(next: DownloadQuestion | undefined): void {
  question = next
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
