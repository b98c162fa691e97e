/** How fast bytes have been going lately. */
export type UploadPace = { at: number; sent: number; bytesPerSecond: number | undefined }

const sampleMs = 250
const memoryMs = 3000

/** The pace at the first byte, or after a break, of which nothing is known yet. */
export function startPace(sent: number, now: number): UploadPace {
  return { at: now, sent, bytesPerSecond: undefined }
}

/** Smoothed over about three seconds: a figure that jumps with every packet tells nobody anything. */
export function nextPace(pace: UploadPace, sent: number, now: number): UploadPace {
  const elapsed = now - pace.at
  if (elapsed < sampleMs) return pace
  const latest = (Math.max(0, sent - pace.sent) / elapsed) * 1000
  const weight = 1 - Math.exp(-elapsed / memoryMs)
  const before = pace.bytesPerSecond ?? latest
  return { at: now, sent, bytesPerSecond: before + weight * (latest - before) }
}

/** `12.4 MB/s · 8 s left`, once the pace is known; empty before. */
export function paceText(pace: UploadPace, bytesLeft: number, sizeText: (bytes: number) => string): string {
  const { bytesPerSecond } = pace
  if (bytesPerSecond === undefined) return ''
  const speed = `${sizeText(bytesPerSecond)}/s`
  if (bytesPerSecond < 1) return speed
  return `${speed} · ${durationText(bytesLeft / bytesPerSecond)} left`
}

export function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  if (minutes >= 24 * 60) return 'more than a day'
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** What is said of the progress: every quarter once, so that it does not drown everything else. */
export function spokenPercent(percent: number): number {
  return Math.min(100, Math.max(0, Math.floor(percent / 25) * 25))
}
