import { useEffect, useRef, useState } from 'react'

import { imagesProblem } from '#contract/script-fields.ts'

import { movedItem, acceptImages } from './chosen-images.ts'
import type { ChosenImage } from './chosen-images.ts'

export type ChosenImages = {
  images: readonly ChosenImage[]
  problem: string | undefined
  add: (files: readonly File[]) => void
  remove: (id: number) => void
  move: (id: number, by: number) => void
  showProblem: (problem: string | undefined) => void
}

/** The images of a form in their order, each with an object URL for its preview. */
export function useChosenImages(): ChosenImages {
  const [images, setImages] = useState<readonly ChosenImage[]>([])
  const [problem, setProblem] = useState<string>()
  const nextId = useRef(1)
  const latest = useRef(images)
  useEffect(() => {
    latest.current = images
  }, [images])
  useEffect(
    () => () => {
      for (const { url } of latest.current) URL.revokeObjectURL(url)
    },
    [],
  )

  function change(next: readonly ChosenImage[], message?: string) {
    setImages(next)
    setProblem(message ?? (next.length > 0 ? imagesProblem(next.map(({ file }) => file)) : undefined))
  }
  return {
    images,
    problem,
    showProblem: setProblem,
    add: (files) => {
      const { accepted, problem: message } = acceptImages(images.length, files)
      const added = accepted.map((file) => ({ id: nextId.current++, file, url: URL.createObjectURL(file) }))
      change([...images, ...added], message)
    },
    remove: (id) => {
      const removed = images.find((image) => image.id === id)
      if (removed) URL.revokeObjectURL(removed.url)
      change(images.filter((image) => image.id !== id))
    },
    move: (id, by) => {
      const from = images.findIndex((image) => image.id === id)
      const to = from + by
      if (from >= 0 && to >= 0 && to < images.length) change(movedItem(images, from, to))
    },
  }
}
