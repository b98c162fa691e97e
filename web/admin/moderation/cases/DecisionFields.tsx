import { removalReasons, type Case, type CaseDecision } from '#contract/moderation/cases.ts'
import { removalReasonTexts } from '#contract/scripts/removal-schemas.ts'
import type { Report } from '#contract/scripts/versions.ts'
import { debounceMs, EntryEffect } from '#web/admin/moderation/blocklist/EntryEffect.tsx'
import { useDebouncedValue } from '#web/layout/use-debounced-value.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Select } from '#web/ui/Select.tsx'
import { decisionTexts, kindNames, reasonTexts } from '#web/moderation/cases/cases.texts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

import { BlockFields } from './BlockFields.tsx'
import {
  banDurations,
  canBlock,
  needsRemovalReason,
  textsOf,
  type DecisionDetails,
  type DecisionOption,
} from './decisions.ts'
import styles from './Moderation.module.css'
import { NoticeChoice } from './NoticeChoice.tsx'
import { TouchedByDecision, type useTouchedScripts } from './TouchedScripts.tsx'

/** The possible decisions, each with what follows. */
export function DecisionChoice({
  options,
  chosen,
  isOff,
  hasKeys,
  onChoose,
}: {
  options: readonly DecisionOption[]
  chosen: CaseDecision | undefined
  isOff: boolean
  /** The keys work now. */
  hasKeys: boolean
  onChoose: (decision: CaseDecision) => void
}) {
  return (
    <fieldset className={`grid gap-2 pad-0 borderless ${styles.options}`} disabled={isOff}>
      <legend className="visually-hidden">What to do</legend>
      {options.map(({ decision, label, effect, key }) => (
        <label
          key={decision}
          className={`grid gap-0-3 middle pad-3-4 choice-box cols-auto-fill ${styles.option}`}
        >
          <input
            type="radio"
            name="decision"
            value={decision}
            checked={chosen === decision}
            aria-keyshortcuts={hasKeys ? key : undefined}
            onChange={() => onChoose(decision)}
          />
          <span className="row between gap-2 strong">
            {label}
            <kbd aria-hidden="true">{key.toUpperCase()}</kbd>
          </span>
          <span className="col-2 muted text-sm break">{effect}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** What the chosen decision needs or offers. */
export function DecisionFields({
  caseData,
  report,
  chosen,
  scripts,
  touched,
  details,
  findings,
  errors,
  onChange,
}: {
  caseData: Case
  /** The report about the version of the case. */
  report: Report | undefined
  chosen: CaseDecision | undefined
  /** The scripts of a takedown notice, for a decision about each of them. */
  scripts: readonly number[] | undefined
  touched: ReturnType<typeof useTouchedScripts>
  details: DecisionDetails
  /** How many findings can be accepted. */
  findings: number
  errors: Readonly<Record<string, string>>
  onChange: (change: Partial<DecisionDetails>) => void
}) {
  const versions = reportedVersions(caseData)
  return (
    <>
      {chosen === 'withdrawn' && versions.length > 1 && (
        <Select
          name="versionId"
          label="Version"
          value={String(details.versionId ?? caseData.version?.id ?? '')}
          error={errors['versionId']}
          options={versions}
          onChange={({ currentTarget }) => onChange({ versionId: Number(currentTarget.value) })}
        />
      )}
      {chosen === 'banned' && (
        <>
          {!caseData.userRecord?.isBanned && (
            <Select
              name="ban"
              label="Duration"
              value={details.duration}
              error={errors['ban']}
              options={banDurations}
              onChange={({ currentTarget }) =>
                onChange({
                  duration: banDurations.find(({ value }) => value === currentTarget.value)?.value ?? '7',
                })
              }
            />
          )}
          <Checkbox
            label="Also hide all scripts of the member"
            checked={details.hidesScripts}
            onChange={({ currentTarget }) => onChange({ hidesScripts: currentTarget.checked })}
          />
        </>
      )}
      {chosen && needsRemovalReason(chosen, details) && (
        <Select
          name="removalReason"
          label="Reason"
          placeholder="Choose a reason"
          value={details.removalReason}
          error={errors['removalReason']}
          options={removalReasons.map((value) => ({ value, label: removalReasonTexts[value] }))}
          onChange={({ currentTarget }) =>
            onChange({ removalReason: removalReasons.find((known) => known === currentTarget.value) ?? '' })
          }
        />
      )}
      {chosen && scripts && (
        <NoticeChoice
          caseData={caseData}
          decision={chosen}
          chosen={scripts}
          error={errors['scripts']}
          onChange={(changed) => onChange({ scripts: changed })}
        />
      )}
      {report && chosen && canBlock(chosen) && (
        <BlockFields {...{ report, chosen, details, onChange }} error={errors['actions']} />
      )}
      {chosen && canBlock(chosen) && <MatchesOfTexts details={details} />}
      {chosen && canBlock(chosen) && (
        <TouchedByDecision
          touched={touched}
          except={details.except}
          onChange={(except) => onChange({ except })}
        />
      )}
      {findings > 0 && (chosen === undefined || chosen === 'published') && (
        <Checkbox
          label={`When publishing: accept the high-severity findings in these files everywhere (${findings})`}
          hint="Other archives with the same files are no longer held back for them."
          checked={details.acceptsFindings}
          onChange={({ currentTarget }) => onChange({ acceptsFindings: currentTarget.checked })}
        />
      )}
    </>
  )
}

/** Reports of one case can name several versions. */
function reportedVersions({ reports }: Case): { value: string; label: string }[] {
  const numbers = new Map(reports.flatMap(({ version }) => (version ? [[version.id, version.number]] : [])))
  return [...numbers].map(([id, number]) => ({ value: String(id), label: number }))
}

/** The entry of the public log. It names the script only while it is public, and has no note about personal data. */
export function NotePreview({
  caseData: { kind, reason, reports, script },
  decision,
  note,
}: {
  caseData: Case
  decision: CaseDecision
  note: string
}) {
  const isHidden = decision === 'removed' || decision === 'taken-down' || decision === 'rejected'
  return (
    <div className="dashed pad-3-4 round-md muted text-sm break">
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

/** Another moderator decided the case first: what was typed here stays to be copied. */
export function UnsentTexts({ response, note }: { response: string; note: string }) {
  const texts = [
    { label: 'Your response', text: response },
    { label: 'Your public note', text: note },
  ].filter(({ text }) => text.trim() !== '')
  if (texts.length === 0) return null
  return (
    <Card as="section" padding="md" className="stack gap-4" aria-labelledby="unsent">
      <h2 id="unsent" className="text-lg">
        Not sent
      </h2>
      <Alert tone="warn" title="This case was decided before you sent your decision">
        Copy what you still need.
      </Alert>
      {texts.map(({ label, text }) => (
        <TextArea key={label} label={label} rows={4} readOnly defaultValue={text} />
      ))}
    </Card>
  )
}

/** How many published versions the hosts and texts are in that the decision blocks. */
function MatchesOfTexts({ details: { blocked, blockedTexts } }: { details: DecisionDetails }) {
  const texts = textsOf({ blockedTexts: useDebouncedValue(blockedTexts, debounceMs) })
  const keys = [...blocked.filter(({ kind }) => kind === 'host'), ...texts]
  if (keys.length === 0) return null
  return (
    <ul className="stack gap-3 pad-0">
      {keys.map(({ kind, value }) => (
        <li key={`${kind} ${value}`} className="stack gap-2 break">
          <code>{value}</code>
          <EntryEffect kind={kind} value={value} />
        </li>
      ))}
    </ul>
  )
}
