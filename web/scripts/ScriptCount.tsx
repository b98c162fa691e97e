import type { ScriptList } from '#contract/scripts.ts'
import { fullNumber } from '#web/app/short-number.ts'

import styles from './ScriptListTools.module.css'

/** Told to screen readers whenever it changes, seen beside the open filters. */
export function ScriptCount({
  pagination,
  isShown,
}: {
  pagination: ScriptList['pagination'] | undefined
  isShown: boolean
}) {
  return (
    <output className={styles.count} data-hidden={!isShown || undefined}>
      {pagination && describe(pagination)}
    </output>
  )
}

function describe({ page, limit, total }: ScriptList['pagination']) {
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
