import type { Case, CaseDecision } from '#contract/moderation/cases.ts'
import { decisionTexts, kindNames, reasonTexts } from '#web/moderation/cases/cases.texts.ts'

import styles from './Moderation.module.css'

/** The entry of the public log. It names the script only while it is public, and has no note about personal data. */
export function NotePreview({
  shown: { kind, reason, reports, script },
  decision,
  note,
}: {
  shown: Case
  decision: CaseDecision
  note: string
}) {
  const isHidden = decision === 'removed' || decision === 'taken-down' || decision === 'rejected'
  return (
    <div className={styles.preview}>
      <p className={styles.previewTitle}>In the public log</p>
      <p>
        <b>{decisionTexts[decision]}</b>
        {script && !isHidden && ` ${script.name}`}
      </p>
      <p>
        {kindNames[kind]}: {reasonTexts[reason]}
      </p>
      {[{ reason }, ...reports].some((report) => report.reason === 'personal-data') ? (
        <p>Notes about personal data are not published.</p>
      ) : (
        note.trim() !== '' && <p className={styles.previewNote}>{note.trim()}</p>
      )}
    </div>
  )
}
