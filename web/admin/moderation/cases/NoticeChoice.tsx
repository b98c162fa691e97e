import type { Case, CaseDecision } from '#contract/moderation/cases.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { FieldError } from '#web/ui/FieldError.tsx'

import { canChoose } from './decisions.ts'

/** A notice over several scripts is decided for each of them. */
export function NoticeChoice({
  caseData,
  decision,
  chosen,
  error,
  onChange,
}: {
  caseData: Case
  decision: CaseDecision
  chosen: readonly number[]
  error: string | undefined
  onChange: (chosen: number[]) => void
}) {
  const isRestoring = decision === 'restored'
  return (
    <fieldset className="stack gap-3 min-0 pad-0 borderless">
      <legend className="mb-2 text-sm strong">{isRestoring ? 'Restore' : 'Take down'}</legend>
      {caseData.noticeScripts.map((script) => (
        <Checkbox
          key={script.id}
          name="scripts"
          label={
            <span>
              <bdi>{script.name}</bdi> by <bdi>{script.uploader ?? 'a deleted user'}</bdi>
            </span>
          }
          hint={isRestoring ? restoreHint(caseData, script) : takedownHint(script, chosen)}
          checked={chosen.includes(script.id)}
          disabled={!canChoose(caseData, decision, script)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...chosen, script.id] : chosen.filter((id) => id !== script.id))
          }
        />
      ))}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

type Script = Case['noticeScripts'][number]

function takedownHint({ id, isDeleted }: Script, chosen: readonly number[]): string | undefined {
  if (isDeleted) return 'Deleted'
  return chosen.includes(id) ? undefined : 'The notice is denied for this script.'
}

function restoreHint({ state }: Case, { isTakenDown, restorableAt }: Script): string | undefined {
  if (!isTakenDown) return 'Not taken down'
  if (restorableAt === null)
    return state === 'open'
      ? 'The uploader has not sent a counter-notice.'
      : 'No counter-notice: please give a reason.'
  const date = dateText(restorableAt)
  return Date.parse(restorableAt) > Date.now()
    ? `Not before ${date}. To restore it earlier, give a reason in the response.`
    : `The 14 days after the counter-notice ended on ${date}.`
}
