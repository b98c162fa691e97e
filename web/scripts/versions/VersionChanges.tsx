import type { VersionChange } from '#contract/scripts/versions.ts'

import { capabilityLines, filesText } from './change-texts.ts'
import styles from './VersionsPage.module.css'

const linesMax = 8

export function VersionChanges({ change }: { change: VersionChange }) {
  const lines = capabilityLines(change)
  return (
    <div className="grid gap-6px framed round-md text-sm fill-0 pad-10px-14px">
      {lines.length > 0 && (
        <ul aria-label="New in what it can do">
          {lines.slice(0, linesMax).map((line) => (
            <li
              className={line.isNew ? 'flex gap-8px vivid strong break' : 'flex gap-8px muted break'}
              key={`${line.isNew} ${line.text}`}
            >
              <span aria-hidden="true" className={`rigid mono ${styles.sign}`}>
                {line.isNew ? '+' : '−'}
              </span>
              <span className="visually-hidden">{line.isNew ? 'New: ' : 'No longer: '}</span>
              <bdi>{line.text}</bdi>
            </li>
          ))}
          {lines.length > linesMax && (
            <li className="flex gap-8px muted break">and {lines.length - linesMax} more</li>
          )}
        </ul>
      )}
      <p className="faint">{filesText(change.files)}</p>
    </div>
  )
}
