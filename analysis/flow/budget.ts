import type { SourceFile } from './heap.ts'

/** What an analysis may take. */
export type Limits = { steps: number; objects: number; milliseconds: number }
export const usualLimits: Limits = { steps: 12_000_000, objects: 300_000, milliseconds: 6000 }

/** Ends the evaluation of a function, wherever it is. */
export class UsedUpError extends Error {}

const checkedSteps = 4096
/** Of the limits, where several files run together: one that is too complex leaves the rest to the others. */
const shareOfOneFile = 0.75
const shareOfEvents = 1 / 3

/** What the files of a program have taken. */
export class Budget {
  readonly #limits: Limits
  readonly #checkpoint: () => void
  readonly #all: Limits = { steps: 0, objects: 0, milliseconds: 0 }
  readonly #files = new Map<SourceFile, Limits>()
  #checkedAt = processorMs()
  #sinceCheck = 0
  #lastFile: SourceFile | undefined
  #last = this.#all

  constructor(limits: Limits, checkpoint: () => void) {
    this.#limits = limits
    this.#checkpoint = checkpoint
  }

  get isUsedUp(): boolean {
    return exceeds(this.#all, this.#limits, 1)
  }

  isUsedUpBy(file: SourceFile): boolean {
    return exceeds(this.#of(file), this.#limits, this.#files.size > 1 ? shareOfOneFile : 1)
  }

  add(file: SourceFile): void {
    this.#files.set(file, { steps: 0, objects: 0, milliseconds: 0 })
  }

  /** Time from here on counts. */
  start(): void {
    this.#checkedAt = processorMs()
  }

  spend(file: SourceFile, steps: number): void {
    this.#of(file).steps += steps
    this.#all.steps += steps
    this.#sinceCheck += steps
    if (this.#sinceCheck < checkedSteps) return
    this.#sinceCheck = 0
    this.#checkpoint()
    const now = processorMs()
    for (const spent of [this.#all, this.#of(file)]) spent.milliseconds += now - this.#checkedAt
    this.#checkedAt = now
    if (this.isUsedUp || this.isUsedUpBy(file)) throw new UsedUpError()
  }

  countObject(file: SourceFile): void {
    this.#of(file).objects++
    this.#all.objects++
  }

  /** Events are collected even if a limit is reached: from what is known until then. */
  keepForEvents(): void {
    const kept = 1 - shareOfEvents
    for (const spent of [this.#all, ...this.#files.values()]) {
      const share = spent === this.#all || this.#files.size === 1 ? kept : kept * shareOfOneFile
      spent.steps = Math.min(spent.steps, this.#limits.steps * share)
      spent.objects = Math.min(spent.objects, this.#limits.objects * share)
      spent.milliseconds = Math.min(spent.milliseconds, this.#limits.milliseconds * share)
    }
  }

  #of(file: SourceFile): Limits {
    if (file !== this.#lastFile) {
      this.#lastFile = file
      this.#last = this.#files.get(file) ?? this.#all
    }
    return this.#last
  }
}

function exceeds(spent: Limits, limits: Limits, share: number): boolean {
  return (
    spent.steps > limits.steps * share ||
    spent.objects > limits.objects * share ||
    spent.milliseconds > limits.milliseconds * share
  )
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
