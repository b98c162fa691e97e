import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { startTransition, useOptimistic, type ReactNode, type Dispatch, type SetStateAction } from 'react'

import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import type { LinkProps } from '#web/ui/link-props.ts'

import styles from './Table.module.css'

export type Column<Row> = {
  label: string
  /** The style sheet of the table hides columns by rank where there is no space. */
  rank?: string
  /** Of a column that the server sorts by: the current order, and the link to the next one. */
  sort?: { order: 'ascending' | 'descending' | undefined; renderLink: (props: LinkProps) => ReactNode }
  render: (row: Row) => ReactNode
}

/**
 * Rows of one line that can be selected; the first column names them. Less important columns are hidden when there is no
 * space, and on phones rows are cards.
 */
export function DataTable<Row extends { id: number }>({
  caption,
  selectLabel,
  noun,
  nameOf,
  columns,
  renderActions,
  rows,
  isStale,
  chosen,
  onChoose,
}: {
  caption: string
  selectLabel: string
  /** A row has its id in the attribute `data-user` or `data-script`. */
  noun: 'user' | 'script'
  nameOf: (row: Row) => string
  columns: readonly Column<Row>[]
  renderActions?: (row: Row) => ReactNode
  rows: readonly Row[]
  isStale: boolean
  chosen: Chosen<Row>
  onChoose: Choose<Row>
}) {
  return (
    <div className={styles.container}>
      <Card className={`fades ${styles.card}`} data-stale={isStale || undefined}>
        <table className={`${styles.table} full text-sm`}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col" className={styles.choice}>
                <SelectAll label={selectLabel} {...{ rows, chosen, onChoose }} />
              </th>
              {columns.map(({ label, rank, sort }) => (
                <th key={label} scope="col" data-rank={rank} aria-sort={sort?.order}>
                  {sort
                    ? sort.renderLink({
                        className: `${styles.sort} inline-row gap-5px`,
                        children: (
                          <>
                            {label}
                            <SortIcon order={sort.order} />
                          </>
                        ),
                      })
                    : label}
                </th>
              ))}
              {renderActions && (
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={row.id}
                data-chosen={chosen.has(row.id) || undefined}
                {...{ [`data-${noun}`]: row.id }}
              >
                <td className={styles.choice}>
                  <Checkbox
                    label={`Select ${nameOf(row)}`}
                    isLabelHidden
                    checked={chosen.has(row.id)}
                    onChange={() => onChoose((present) => toggled(present, row))}
                  />
                </td>
                {columns.map((column, index) =>
                  index === 0 ? (
                    <th key={column.label} scope="row">
                      {column.render(row)}
                    </th>
                  ) : (
                    <td key={column.label} data-rank={column.rank}>
                      {/* On phones a cell shows the name of its column. */}
                      <span className={`${styles.cellLabel} hidden`} aria-hidden="true">
                        {column.label}
                      </span>
                      <div className={`${styles.cell} row gap-2 clip numeric`}>{column.render(row)}</div>
                    </td>
                  ),
                )}
                {renderActions && <td className={styles.actions}>{renderActions(row)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </div>
  )
}

function SortIcon({ order }: { order: 'ascending' | 'descending' | undefined }) {
  if (!order) return <ChevronsUpDown />
  return order === 'ascending' ? <ArrowUp /> : <ArrowDown />
}

/** The selected rows by id; those of other pages stay selected. */
export type Chosen<Row extends { id: number }> = ReadonlyMap<number, Row>
export type Choose<Row extends { id: number }> = Dispatch<SetStateAction<Chosen<Row>>>

export function toggled<Row extends { id: number }>(chosen: Chosen<Row>, row: Row): Chosen<Row> {
  const next = new Map(chosen)
  if (!next.delete(row.id)) next.set(row.id, row)
  return next
}

/** Optimistic: rendering all rows takes longer than a click may take to show. */
export function SelectAll<Row extends { id: number }>({
  label,
  rows,
  chosen,
  onChoose,
}: {
  label: string
  rows: readonly Row[]
  chosen: Chosen<Row>
  onChoose: Choose<Row>
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
