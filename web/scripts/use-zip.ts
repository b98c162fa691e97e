import { useEffect, useState } from 'react'

import type { Resource } from '#contract/manifest/describe-resources.ts'
import { archiveExtension } from '#contract/script-limits.ts'

/** The resources of a chosen .zip. Undefined while the file is read, null if it could not be read. */
export function useZip(file: File | undefined): Resource[] | null | undefined {
  const [read, setRead] = useState<{ file: File; resources: Resource[] | null }>()
  useEffect(() => {
    if (!file || archiveExtension(file.name) !== 'zip') return undefined
    let isCurrent = true
    const show = (resources: Resource[] | null) => isCurrent && setRead({ file, resources })
    import('./read-zip.ts').then(async ({ readZip }) => readZip(file)).then(show, () => show(null))
    return () => {
      isCurrent = false
    }
  }, [file])
  return read && read.file === file ? read.resources : undefined
}
