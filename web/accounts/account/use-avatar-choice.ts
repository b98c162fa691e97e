import { useEffect, useState } from 'react'

import { accountLimits } from '#contract/access/users.ts'
import { imageTypes } from '#contract/scripts/script-fields.ts'

export type AvatarChoice = {
  /** The file to upload; a file that cannot be an avatar is never chosen. */
  file: File | undefined
  /** The chosen file before cropping; undefined if it cannot be cropped. */
  croppable: File | undefined
  /** An object URL of `file`, revoked when another file is chosen. */
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
    // A cropped GIF loses its animation.
    croppable: chosen?.original.type === 'image/gif' ? undefined : chosen?.original,
    url: chosen?.url,
    problem,
    choose: (file) => {
      const invalid = avatarProblem(file)
      setProblem(invalid)
      if (invalid === undefined) setChosen({ file, url: URL.createObjectURL(file), original: file })
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

/** Why a file cannot be an avatar, or undefined. The server also checks the content. */
export function avatarProblem(file: { type: string; size: number }): string | undefined {
  if (file.size >= accountLimits.avatarSizeMax) return 'Avatar image must be less than 10MB'
  if (!imageTypes.some((type) => type === file.type)) return 'Avatar must be JPEG, PNG, GIF, or WebP'
  return undefined
}
