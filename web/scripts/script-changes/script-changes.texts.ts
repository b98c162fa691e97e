import type { Script } from '#contract/scripts/scripts.ts'
import type { Site } from '#contract/site/pages.ts'
import { fileSizeText } from '#web/ui/file-size.ts'

import type { UploadState } from './upload-script.ts'

/** Above a form that stays mounted. */
export const expiredFormText =
  'Your session has expired. Everything you entered is still here, files included: sign in and send it again.'

/** When a submitted script can be downloaded, in the review mode of the site. */
export const availability: Record<Site['reviewMode'], string> = {
  off: 'immediately available for download',
  flagged: 'available for download once it has been scanned, unless a moderator has to review it first',
  all: 'available for download once a moderator has reviewed it',
}

/** Of a version that was uploaded. */
export function versionFuture(number: string, script: { isHidden: boolean }, isCurrent: boolean): string {
  if (script.isHidden)
    return `${number} is checked when a moderator restores the script. Until then only the authors and moderators can see it.`
  return isCurrent
    ? `${number} is now the current version.`
    : `${number} is checked before it is published. Until then only the authors and moderators can see it.`
}

/** The future of the version that a script shows now, when another archive is uploaded. */
export function currentFuture({
  version,
  versionCount,
  withdrawal,
  isInReview,
  removal,
}: Pick<Script, 'version' | 'versionCount' | 'withdrawal' | 'isInReview' | 'removal'>): string {
  if (withdrawal) return `stays withdrawn as version ${version}`
  // No version was ever published: the new one takes its place.
  if ((isInReview || removal) && versionCount === 0)
    return `version ${version} is not published and is replaced`
  return `stays ${removal ? 'hidden' : 'available'} as version ${version}`
}

export function uploadLabel(
  { phase, formHasArchive, formHasImages }: UploadState,
  processingLabel: string,
): string {
  if (phase === 'processing') return processingLabel
  if (phase === 'archive' || !formHasImages) return 'Uploading archive'
  return formHasArchive ? 'Uploading archive and images' : 'Uploading images'
}

export function uploadPercent({ sentBytes, totalBytes }: UploadState): number {
  return totalBytes > 0 ? (sentBytes / totalBytes) * 100 : 0
}

/** `30% · 12.4 MB/s · 8 s left`. */
export function progressText(state: UploadState): string {
  if (state.phase === 'processing') return fileSizeText(state.totalBytes)
  const percent = `${Math.floor(uploadPercent(state))}%`
  if (state.isPaused) return `${percent} · paused`
  return [percent, ...speedTexts(state)].join(' · ')
}

function speedTexts({ sentBytes, totalBytes, speed: { bytesPerSecond } }: UploadState): string[] {
  if (bytesPerSecond === undefined) return []
  const speed = `${fileSizeText(bytesPerSecond)}/s`
  if (bytesPerSecond < 1) return [speed]
  return [speed, `${durationText((totalBytes - sentBytes) / bytesPerSecond)} left`]
}

export function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  if (minutes >= 24 * 60) return 'more than a day'
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** For screen readers: the percentage changes in steps of 25, so that it does not interrupt other speech. */
export function announcement(state: UploadState, processingLabel: string): string {
  if (state.isPaused) return 'Connection lost. Waiting to reconnect…'
  if (state.phase === 'processing') return `Uploaded, 100%. ${processingLabel}`
  const percent = Math.floor(uploadPercent(state) / 25) * 25
  const label = `${uploadLabel(state, processingLabel)}, ${percent}%`
  return state.isFallback ? `Retrying through the server. ${label}` : label
}
