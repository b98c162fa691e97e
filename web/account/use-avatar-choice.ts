import { useEffect, useState } from 'react'

import { avatarProblem } from './avatar-problem.ts'

export type AvatarChoice = {
  /** What would be sent; a picture that cannot be one is never chosen. */
  file: File | undefined
  /** Shows the chosen picture for as long as it is chosen. */
  url: string | undefined
  problem: string | undefined
  choose: (file: File) => void
  clear: () => void
  showProblem: (problem: string) => void
}

export function useAvatarChoice(): AvatarChoice {
  const [chosen, setChosen] = useState<{ file: File; url: string }>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (!chosen) return undefined
    return () => URL.revokeObjectURL(chosen.url)
  }, [chosen])
  return {
    file: chosen?.file,
    url: chosen?.url,
    problem,
    choose: (file) => {
      const found = avatarProblem(file)
      setProblem(found)
      if (found === undefined) setChosen({ file, url: URL.createObjectURL(file) })
    },
    clear: () => {
      setChosen(undefined)
      setProblem(undefined)
    },
    showProblem: setProblem,
  }
}
