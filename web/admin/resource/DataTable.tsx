import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'

import { Card } from '#web/ui/Card.tsx'
import type { LinkProps } from '#web/ui/link-props.ts'

import { SelectAll, type Choose, type Chosen } from './SelectAll.tsx'
import styles from './Table.module.css'

export type Column = {
  label: string
  /** The style sheet of the table hides columns by rank where there is no space. */
  rank?: string
  isLabelHidden?: boolean
  /** Of a column that the server sorts by: the current order, and the link to the next one. */
  sort?: { order: 'ascending' | 'descending' | undefined; renderLink: (props: LinkProps) => ReactNode }
}

/** Rows of one line that can be selected. Less important columns are hidden when there is no space, and on phones rows are cards. */
export function DataTable<Row extends { id: number }>({
  caption,
  selectLabel,
  columns,
  rows,
  isStale,
  chosen,
  onChoose,
  children,
}: {
  caption: string
  selectLabel: string
  columns: readonly Column[]
  rows: readonly Row[]
  isStale: boolean
  chosen: Chosen<Row>
  onChoose: Choose<Row>
  /** The rows as elements. */
  children: ReactNode
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
              {columns.map(({ label, rank, isLabelHidden, sort }) => (
                <th key={label} scope="col" data-rank={rank} aria-sort={sort?.order}>
                  {sort ? (
                    sort.renderLink({
                      className: `${styles.sort} inline-row gap-5px`,
                      children: (
                        <>
                          {label}
                          <SortIcon order={sort.order} />
                        </>
                      ),
                    })
                  ) : isLabelHidden ? (
                    <span className="visually-hidden">{label}</span>
                  ) : (
                    label
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </Card>
    </div>
  )
}

function SortIcon({ order }: { order: 'ascending' | 'descending' | undefined }) {
  if (!order) return <ChevronsUpDown />
  return order === 'ascending' ? <ArrowUp /> : <ArrowDown />
}

/** On phones a cell shows the name of its column. */
export function DataCell({ label, rank, children }: { label: string; rank?: string; children: ReactNode }) {
  return (
    <td data-rank={rank}>
      <span className={`${styles.cellLabel} hidden`} aria-hidden="true">
        {label}
      </span>
      <div className={`${styles.cell} row gap-2 clip numeric`}>{children}</div>
    </td>
  )
}
