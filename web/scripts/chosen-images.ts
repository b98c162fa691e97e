import { fileMessages, imagesProblem, scriptLimits } from '#contract/script-fields.ts'

/** `url` is an object URL, revoked when the image is removed. */
export type ChosenImage = { id: number; file: File; url: string }

/** Accepts images up to the maximum; `problem` is set if some do not fit. */
export function acceptImages<Image>(
  currentCount: number,
  added: readonly Image[],
): { accepted: Image[]; problem: string | undefined } {
  const accepted = added.slice(0, Math.max(0, scriptLimits.imagesMax - currentCount))
  return { accepted, problem: accepted.length < added.length ? fileMessages.tooManyImages : undefined }
}

export function invalidImageIndexes(images: readonly { type: string; size: number }[]): number[] {
  return images.flatMap((image, index) => (imagesProblem([image]) === undefined ? [] : index))
}

export function movedItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = items.filter((_, index) => index !== from)
  const item = items[from]
  return item === undefined ? moved : moved.toSpliced(to, 0, item)
}
