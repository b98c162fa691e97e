import type { Severity } from '#contract/archives/analysis.ts'
import { severityNames, severityTones } from '#web/scripts/versions/severities.ts'

import styles from './SeverityMark.module.css'

export function SeverityMark({ severity }: { severity: Severity | null }) {
  if (severity === null || severity === 'none') return null
  return (
    <span
      className={`rigid circle ${styles.mark}`}
      data-tone={severityTones[severity]}
      title={severityNames[severity]}
    >
      <span className="visually-hidden">, {severityNames[severity].toLowerCase()}</span>
    </span>
  )
}
