import { scriptLimits } from '#contract/script-limits.ts'
import type { Script } from '#contract/scripts.ts'
import type { Transport } from '#web/app/call.ts'

import { isFinalRefusal, uploadArchive } from './upload-archive.ts'
import type { ArrivedArchive } from './upload-archive.ts'
import { formTransport } from './upload-file.ts'
import { whileOnline } from './while-online.ts'

/** What an author sends: the text fields as they travel, and the files that are new. */
export type ScriptParcel = {
  fields: Readonly<Record<string, string>>
  archive: File | undefined
  images: readonly File[]
  /** Goes with the form: two forms of one key make one script. */
  headers: Readonly<Record<string, string>>
  /** A direct upload of the same file that is still there. */
  arrived: ArrivedArchive | undefined
}

export type SendingStage = 'archive' | 'form' | 'checking'
export type Sending = {
  stage: SendingStage
  /** Of all bytes of the parcel. */
  sent: number
  total: number
  isPaused: boolean
  /** The direct way failed; everything goes through the server now. */
  isRetrying: boolean
  /** The form carries the archive itself. */
  isArchiveInForm: boolean
}

/**
 * Sends a parcel. A large archive goes its direct way first and, should that fail, once more inside the form; an
 * archive that arrived is told through `onArrived`, so that a form that is refused need not carry it again.
 */
export async function sendScript(
  parcel: ScriptParcel,
  {
    signal,
    onChange,
    onArrived,
    send,
  }: {
    signal: AbortSignal
    onChange: (sending: Sending) => void
    onArrived: (arrived: ArrivedArchive) => void
    send: (carrier: Transport, form: FormData, signal: AbortSignal) => Promise<Script>
  },
): Promise<Script> {
  const { archive, images } = parcel
  const archiveSize = archive?.size ?? 0
  const total = images.reduce((sum, { size }) => sum + size, archiveSize)
  let sending: Sending = {
    stage: 'form',
    sent: 0,
    total,
    isPaused: false,
    isRetrying: false,
    isArchiveInForm: archive !== undefined && !parcel.arrived,
  }
  const change = (next: Partial<Sending>) => onChange((sending = { ...sending, ...next }))
  const onPause = (isPaused: boolean) => change({ isPaused })

  let { arrived } = parcel
  if (archive && !arrived && archive.size > scriptLimits.directUploadOver) {
    change({ stage: 'archive' })
    try {
      arrived = await uploadArchive(archive, {
        signal,
        onSent: (part) => change({ sent: part * archiveSize }),
        onPause,
      })
      onArrived(arrived)
      change({ isArchiveInForm: false })
    } catch (error) {
      signal.throwIfAborted()
      if (isFinalRefusal(error)) throw error
      change({ isRetrying: true, isPaused: false })
    }
  }

  // What the form itself carries begins where the direct upload ended.
  const before = arrived ? archiveSize : 0
  return whileOnline(
    (breakable) => {
      change({ stage: 'form', sent: before })
      const carrier = formTransport(parcel.headers, (part) =>
        change({ stage: part < 1 ? 'form' : 'checking', sent: before + part * (total - before) }),
      )
      return send(carrier, writeForm(parcel, arrived), breakable)
    },
    { signal, onPause },
  )
}

function writeForm({ fields, archive, images }: ScriptParcel, arrived: ArrivedArchive | undefined): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (arrived) {
    form.set('fileKey', arrived.fileKey)
    form.set('fileSize', String(arrived.file.size))
  } else if (archive) form.set('scriptFile', archive)
  for (const image of images) form.append('images', image)
  return form
}
