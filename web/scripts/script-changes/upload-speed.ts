export type UploadSpeed = { at: number; sentBytes: number; bytesPerSecond: number | undefined }

const sampleMs = 250
const smoothingMs = 3000

export function startSpeed(sentBytes: number, at: number): UploadSpeed {
  return { at, sentBytes, bytesPerSecond: undefined }
}

/** Exponentially smoothed over about three seconds, so that the displayed value does not jump with each packet. */
export function nextSpeed(speed: UploadSpeed, sentBytes: number, at: number): UploadSpeed {
  const elapsedMs = at - speed.at
  if (elapsedMs < sampleMs) return speed
  const latest = (Math.max(0, sentBytes - speed.sentBytes) / elapsedMs) * 1000
  const weight = 1 - Math.exp(-elapsedMs / smoothingMs)
  const previous = speed.bytesPerSecond ?? latest
  return { at, sentBytes, bytesPerSecond: previous + weight * (latest - previous) }
}
