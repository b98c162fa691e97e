import { useEffect, useRef, useState } from 'react'

import { fileMessages, scriptLimits } from '#contract/scripts/script-fields.ts'

import { imageFileProblem, movedItem, orderedImages, type ScriptImage } from './script-images.ts'

export type ScriptImages = {
  /** All of them in their order, those to remove too. The first that stays is the cover. */
  items: readonly ScriptImage[]
  /** Those that stay. */
  kept: readonly ScriptImage[]
  problem: string | undefined
  add: (files: readonly File[]) => Promise<void>
  remove: (image: ScriptImage) => void
  restore: (image: ScriptImage) => void
  move: (from: number, to: number) => void
  showProblem: (problem: string | undefined) => void
}

/** The images of a form: those of the script and those that the user adds, each with an object URL for its preview. */
export function useScriptImages(current: readonly string[] = []): ScriptImages {
  const [added, setAdded] = useState<readonly ScriptImage[]>([])
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [order, setOrder] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string>()
  const nextId = useRef(1)
  const latest = useRef(added)
  useEffect(() => {
    latest.current = added
  }, [added])
  useEffect(
    () => () => {
      for (const { url } of latest.current) URL.revokeObjectURL(url)
    },
    [],
  )
  const isRemoved = (url: string) => removed.includes(url)
  const present = current.map((url): ScriptImage => ({ id: url, url, isRemoved: isRemoved(url) }))
  const items = orderedImages([...present, ...added], order)
  const kept = items.filter((image) => !image.isRemoved)

  return {
    items,
    kept,
    problem,
    showProblem: setProblem,
    add: async (files) => {
      const problems: string[] = []
      const accepted: File[] = []
      for (const [index, file] of files.entries()) {
        const message = await imageFileProblem(file, kept.length + index + 1)
        if (message !== undefined) problems.push(message)
        else if (kept.length + accepted.length < scriptLimits.imagesMax) accepted.push(file)
        else if (!problems.includes(fileMessages.tooManyImages)) problems.push(fileMessages.tooManyImages)
      }
      const images = accepted.map((file) => {
        const id = `added ${nextId.current++}`
        return { id, url: URL.createObjectURL(file), file }
      })
      setAdded((before) => [...before, ...images])
      setProblem(problems.length > 0 ? problems.join('\n') : undefined)
    },
    remove: ({ id, url, file }) => {
      if (file) {
        URL.revokeObjectURL(url)
        setAdded(added.filter((image) => image.id !== id))
      } else setRemoved([...removed, id])
      setProblem(undefined)
    },
    restore: ({ id }) => {
      const isFull = kept.length >= scriptLimits.imagesMax
      if (!isFull) setRemoved(removed.filter((other) => other !== id))
      setProblem(isFull ? fileMessages.tooManyImages : undefined)
    },
    move: (from, to) =>
      setOrder(
        movedItem(
          items.map(({ id }) => id),
          from,
          to,
        ),
      ),
  }
}
