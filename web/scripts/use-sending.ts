import { useEffect, useRef, useState } from 'react'

import type { Script } from '#contract/scripts.ts'
import type { Transport } from '#web/app/call.ts'

import { sendScript } from './send-script.ts'
import type { ScriptParcel, Sending } from './send-script.ts'
import type { ArrivedArchive } from './upload-archive.ts'
import { nextPace, startPace } from './upload-pace.ts'
import type { UploadPace } from './upload-pace.ts'

export type SendingProgress = Sending & { pace: UploadPace }
type Send = (carrier: Transport, form: FormData, signal: AbortSignal) => Promise<Script>

/** A parcel on its way, with what a page shows of it. Leaving the page stops it. */
export function useSending(): {
  progress: SendingProgress | undefined
  /** undefined: the person stopped it. A refusal is thrown. */
  start: (parcel: Omit<ScriptParcel, 'arrived'>, send: Send) => Promise<Script | undefined>
  cancel: () => void
  /** The archive on the server is of no use: the next try sends it again. */
  forgetArrived: () => void
} {
  const [progress, setProgress] = useState<SendingProgress>()
  const controller = useRef<AbortController>(undefined)
  const arrived = useRef<ArrivedArchive>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const change = (sending: Sending) =>
    setProgress((before) => ({ ...sending, pace: paceOf(before, sending) }))

  async function start(parcel: Omit<ScriptParcel, 'arrived'>, send: Send): Promise<Script | undefined> {
    const { signal } = (controller.current = new AbortController())
    try {
      return await sendScript(
        { ...parcel, arrived: usable(arrived.current, parcel.archive) },
        { signal, send, onChange: change, onArrived: (archive) => (arrived.current = archive) },
      )
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    } finally {
      setProgress(undefined)
    }
  }
  return {
    progress,
    start,
    cancel: () => controller.current?.abort(),
    forgetArrived: () => (arrived.current = undefined),
  }
}

function usable(arrived: ArrivedArchive | undefined, archive: File | undefined): ArrivedArchive | undefined {
  return arrived && arrived.file === archive && arrived.expiresAt > Date.now() ? arrived : undefined
}

/** A pause, a new stage or a new start says nothing of the speed. */
function paceOf(
  before: SendingProgress | undefined,
  { sent, isPaused, stage, isRetrying }: Sending,
): UploadPace {
  const now = performance.now()
  const isInterrupted =
    !before || isPaused || before.isPaused || before.stage !== stage || before.isRetrying !== isRetrying
  return isInterrupted ? startPace(sent, now) : nextPace(before.pace, sent, now)
}
