import { useState, useEffect } from 'react'

import { archiveExtension } from '#contract/scripts/script-limits.ts'

import type { ZipContents } from './read-zip.ts'

export type ChosenArchive = {
  file: File | undefined
  problem: string | undefined
  choose: (file: File | undefined, problem: string | undefined) => void
  showProblem: (problem: string | undefined) => void
}

export function useChosenArchive(): ChosenArchive {
  const [chosen, setChosen] = useState<{ file: File | undefined; problem: string | undefined }>({
    file: undefined,
    problem: undefined,
  })
  return {
    ...chosen,
    choose: (file, problem) => setChosen({ file, problem }),
    showProblem: (problem) => setChosen((before) => ({ ...before, problem })),
  }
}

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
