import { useEffect, useState } from 'react'

import { avatarProblem } from './avatar-problem.ts'

export type AvatarChoice = {
  /** What would be sent; a picture that cannot be one is never chosen. */
  file: File | undefined
  /** The file as it was chosen, of which `file` may be a part; undefined where it cannot be cropped. */
  croppable: File | undefined
  /** Shows the chosen picture for as long as it is chosen. */
  url: string | undefined
  problem: string | undefined
  choose: (file: File) => void
  crop: (part: File) => void
  clear: () => void
  showProblem: (problem: string) => void
}

export function useAvatarChoice(): AvatarChoice {
  const [chosen, setChosen] = useState<{ file: File; url: string; original: File }>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (!chosen) return undefined
    return () => URL.revokeObjectURL(chosen.url)
  }, [chosen])
  return {
    file: chosen?.file,
    // A part of a GIF would stand still.
    croppable: chosen?.original.type === 'image/gif' ? undefined : chosen?.original,
    url: chosen?.url,
    problem,
    choose: (file) => {
      const found = avatarProblem(file)
      setProblem(found)
      if (found === undefined) setChosen({ file, url: URL.createObjectURL(file), original: file })
    },
    crop: (part) => {
      if (chosen) setChosen({ file: part, url: URL.createObjectURL(part), original: chosen.original })
    },
    clear: () => {
      setChosen(undefined)
      setProblem(undefined)
    },
    showProblem: setProblem,
  }
}
