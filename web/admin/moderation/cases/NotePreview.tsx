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
    <div className={`${styles.preview} pad-3-4 round-md muted text-sm break`}>
      <p className="faint text-xs">In the public log</p>
      <p>
        <b className="vivid">{decisionTexts[decision]}</b>
        {script && !isHidden && ` ${script.name}`}
      </p>
      <p>
        {kindNames[kind]}: {reasonTexts[reason]}
      </p>
      {[{ reason }, ...reports].some((report) => report.reason === 'personal-data') ? (
        <p>Notes about personal data are not published.</p>
      ) : (
        note.trim() !== '' && <p className="pre-line">{note.trim()}</p>
      )}
    </div>
  )
}
