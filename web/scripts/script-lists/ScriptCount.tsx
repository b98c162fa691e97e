import type { ScriptList } from '#contract/scripts/scripts.ts'
import { fullNumber } from '#web/app/short-number.ts'

import styles from './ScriptListTools.module.css'

/** Always announced to screen readers; visible next to the open filters. */
export function ScriptCount({
  pagination,
  isOpen,
}: {
  pagination: ScriptList['pagination'] | undefined
  /** Undefined: on wide screens only. */
  isOpen: boolean | undefined
}) {
  return (
    <output className={`${styles.count} mt-3 faint text-sm numeric`} data-open={isOpen}>
      {pagination && rangeOf(pagination)}
    </output>
  )
}

function rangeOf({ page, limit, total }: ScriptList['pagination']) {
  if (total === 0) return 'No scripts'
  const first = (page - 1) * limit + 1
  const last = Math.min(page * limit, total)
  return (
    <>
      <b>
        {fullNumber(first)}–{fullNumber(last)}
      </b>{' '}
      of <b>{fullNumber(total)}</b> {total === 1 ? 'script' : 'scripts'}
    </>
  )
}
