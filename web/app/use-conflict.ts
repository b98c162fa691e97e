import { useState } from 'react'
import { get } from 'react-hook-form'
import type { DefaultValues, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

import { ApiError } from './call.ts'

export type Conflict<Name extends string> = {
  /** The stored values of the fields that the user and another user have both changed. */
  stored: ReadonlyMap<Name, unknown>
  take: (name: Name) => void
}

type ConflictForm<Values extends FieldValues> = Pick<
  UseFormReturn<Values>,
  'getValues' | 'setValue' | 'setFocus' | 'reset' | 'clearErrors'
>

/**
 * Compares a form with the record that it was opened with. After a conflict, the stored record takes its place: fields
 * without own input show the stored value, and the next save overwrites the others.
 */
export function useConflict<Item, Values extends FieldValues>(
  { getValues, setValue, setFocus, reset, clearErrors }: ConflictForm<Values>,
  {
    opened,
    fields,
    toValues,
    read,
  }: {
    opened: Item
    fields: readonly FieldPath<Values>[]
    toValues: (item: Item) => NoInfer<DefaultValues<Values>>
    read: () => Promise<Item | undefined>
  },
) {
  const [base, setBase] = useState(opened)
  const [stored, setStored] = useState<Conflict<FieldPath<Values>>['stored']>(new Map())

  async function readAfterConflict(error: unknown): Promise<void> {
    if (!(error instanceof ApiError) || error.status !== 409) return
    const current = await read().catch(() => undefined)
    if (current === undefined) return
    const [before, now, own] = [toValues(base), toValues(current), structuredClone(getValues())]
    const edited = fields.filter((name) => !isSame(get(own, name), get(before, name)))
    // A taken name is a conflict too, but the record is unchanged.
    const changed = edited.filter(
      (name) => name in error.fields && !isSame(get(now, name), get(before, name)),
    )
    reset(now, { keepErrors: true })
    for (const name of edited) setValue(name, get(own, name), { shouldDirty: true })
    setBase(() => current)
    setStored(new Map(changed.map((name) => [name, get(now, name)])))
  }

  function take(name: FieldPath<Values>): void {
    setValue(name, get(toValues(base), name), { shouldDirty: true })
    clearErrors(name)
    clearErrors('root')
    setStored(new Map([...stored].filter(([other]) => other !== name)))
    setFocus(name)
  }
  /** For a form that stays open after it is saved. */
  function rebase(saved: Item): void {
    setBase(() => saved)
    setStored(new Map())
  }
  return { base, rebase, readAfterConflict, conflict: { stored, take } }
}

function isSame(first: unknown, other: unknown): boolean {
  return JSON.stringify(first) === JSON.stringify(other)
}
