import { fileMessages, imagesProblem, scriptLimits } from '#contract/script-fields.ts'

/** A picture that was chosen; `url` shows it for as long as it is in the list. */
export type ChosenImage = { id: number; file: File; url: string }

/** What there is room for is taken; the message stands for the rest. */
export function takeImages<Picture>(
  present: number,
  added: readonly Picture[],
): { taken: Picture[]; problem: string | undefined } {
  const taken = added.slice(0, Math.max(0, scriptLimits.imagesMax - present))
  return { taken, problem: taken.length < added.length ? fileMessages.tooManyImages : undefined }
}

/** The places of the pictures that cannot be sent, counted from 0. */
export function unfitImages(images: readonly { type: string; size: number }[]): number[] {
  return images.flatMap((image, index) => (imagesProblem([image]) === undefined ? [] : index))
}

export function movedItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = items.filter((_, index) => index !== from)
  const item = items[from]
  return item === undefined ? moved : moved.toSpliced(to, 0, item)
}
