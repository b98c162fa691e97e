import { startTransition, useOptimistic } from 'react'
import type { Dispatch, SetStateAction } from 'react'

import { Checkbox } from '#web/ui/Checkbox.tsx'

type Row = { id: number }
/** The selected rows by id; those of other pages stay selected. */
export type Chosen<R extends Row> = ReadonlyMap<number, R>
export type Choose<R extends Row> = Dispatch<SetStateAction<Chosen<R>>>

export function toggled<R extends Row>(chosen: Chosen<R>, row: R): Chosen<R> {
  const next = new Map(chosen)
  if (!next.delete(row.id)) next.set(row.id, row)
  return next
}

/** Optimistic: rendering all rows takes longer than a click may take to show. */
export function SelectAll<R extends Row>({
  label,
  rows,
  chosen,
  onChoose,
}: {
  label: string
  rows: readonly R[]
  chosen: Chosen<R>
  onChoose: Choose<R>
}) {
  const chosenHere = rows.filter(({ id }) => chosen.has(id)).length
  const areAll = chosenHere === rows.length
  const [isChecked, setChecked] = useOptimistic(areAll)
  return (
    <Checkbox
      label={label}
      isLabelHidden
      checked={isChecked}
      ref={(box) => {
        if (box) box.indeterminate = chosenHere > 0 && !areAll && !isChecked
      }}
      onChange={() =>
        startTransition(() => {
          setChecked(!areAll)
          onChoose((present) => {
            const next = new Map(present)
            for (const row of rows)
              if (areAll) next.delete(row.id)
              else next.set(row.id, row)
            return next
          })
        })
      }
    />
  )
}
