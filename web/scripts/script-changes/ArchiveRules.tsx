import { archiveRules } from '#contract/scripts/script-fields.ts'

import styles from './ScriptForm.module.css'

export function ArchiveRules() {
  return (
    <details className={`muted text-sm leading ${styles.rules}`}>
      <summary>Rules for the archive</summary>
      <ul>
        {archiveRules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </details>
  )
}
