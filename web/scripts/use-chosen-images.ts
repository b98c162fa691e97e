import { useEffect, useRef, useState } from 'react'

import { imagesProblem } from '#contract/script-fields.ts'

import { movedItem, takeImages } from './chosen-images.ts'
import type { ChosenImage } from './chosen-images.ts'

export type ChosenImages = {
  images: readonly ChosenImage[]
  /** The message to show: what the last choice said, until something changes. */
  problem: string | undefined
  add: (files: readonly File[]) => void
  remove: (id: number) => void
  move: (id: number, by: number) => void
  showProblem: (problem: string | undefined) => void
}

/** The pictures of a form, in their order, each with an address that shows it until it is taken out again. */
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

  function change(next: readonly ChosenImage[], said?: string) {
    setImages(next)
    setProblem(said ?? (next.length > 0 ? imagesProblem(next.map(({ file }) => file)) : undefined))
  }
  return {
    images,
    problem,
    showProblem: setProblem,
    add: (files) => {
      const { taken, problem: said } = takeImages(images.length, files)
      const added = taken.map((file) => ({ id: nextId.current++, file, url: URL.createObjectURL(file) }))
      change([...images, ...added], said)
    },
    remove: (id) => {
      const gone = images.find((image) => image.id === id)
      if (gone) URL.revokeObjectURL(gone.url)
      change(images.filter((image) => image.id !== id))
    },
    move: (id, by) => {
      const from = images.findIndex((image) => image.id === id)
      const to = from + by
      if (from >= 0 && to >= 0 && to < images.length) change(movedItem(images, from, to))
    },
  }
}
