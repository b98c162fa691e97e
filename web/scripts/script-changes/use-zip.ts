import { useEffect, useState } from 'react'

import { archiveExtension } from '#contract/scripts/script-limits.ts'

import type { ZipContents } from './read-zip.ts'

/** The contents of a chosen .zip. Undefined while the file is read, null if it could not be read. */
export function useZip(file: File | undefined): ZipContents | null | undefined {
  const [read, setRead] = useState<{ file: File; contents: ZipContents | null }>()
  useEffect(() => {
    if (!file || archiveExtension(file.name) !== 'zip') return undefined
    let isCurrent = true
    const show = (contents: ZipContents | null) => isCurrent && setRead({ file, contents })
    import('./read-zip.ts').then(async ({ readZip }) => readZip(file)).then(show, () => show(null))
    return () => {
      isCurrent = false
    }
  }, [file])
  return read && read.file === file ? read.contents : undefined
}
