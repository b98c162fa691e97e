import { useState } from 'react'

import {
  versionLimits,
  type VersionSummary,
  withdrawalKinds,
  type WithdrawalDraft,
} from '#contract/scripts/versions.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { changelogHint, MarkdownPreview } from '#web/scripts/script-changes/MarkdownPreview.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { focusMain } from '#web/ui/focus-main.ts'

import { useVersionChange } from './use-version-change.ts'
import { withdrawalConsequences } from './withdrawal-texts.ts'
import { withdrawalText } from './version-texts.ts'

const { changelogMax } = versionLimits

export function ChangelogDialog({ version, onClose }: { version: VersionSummary; onClose: () => void }) {
  const [changelog, setChangelog] = useState(version.changelog)
  const { mutate, isPending, error } = useVersionChange(version)
  const tooLong = changelog.trim().length > changelogMax
  return (
    <FormDialog
      label="Changelog"
      submitLabel="Save"
      onClose={onClose}
      title={`Changelog of ${version.number}`}
      isBusy={isPending}
      isDirty={changelog !== version.changelog}
      onSubmit={() => {
        if (!tooLong) mutate({ act: 'changelog', changelog }, { onSuccess: onClose })
      }}
    >
      <TextArea
        label="Changelog"
        hint={changelogHint}
        rows={8}
        lengthMax={changelogMax}
        defaultValue={changelog}
        error={
          tooLong
            ? `Please write at most ${changelogMax} characters`
            : error
              ? errorMessage(error, 'Failed to save')
              : undefined
        }
        onChange={({ target }) => setChangelog(target.value)}
      />
      <MarkdownPreview text={changelog} />
    </FormDialog>
  )
}

const { reasonMin, reasonMax } = versionLimits
const options = withdrawalKinds.map((kind) => ({ value: kind, label: withdrawalText(kind) }))

/** The first step asks for kind and reason, the second says what follows. */
export function WithdrawDialog({
  version,
  next,
  onClose,
}: {
  version: VersionSummary
  next: VersionSummary | undefined
  onClose: () => void
}) {
  const [kind, setKind] = useState<WithdrawalDraft['kind']>('broken')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isConfirming, setConfirming] = useState(false)
  const { mutate, isPending, error } = useVersionChange(version)
  const { number } = version

  function handleSubmit() {
    if (isConfirming) {
      mutate(
        { act: 'withdraw', draft: { kind, reason: reason.trim() } },
        {
          onSuccess: () => {
            onClose()
            // The button that opened the dialog is gone.
            focusMain()
          },
        },
      )
      return
    }
    const { length } = reason.trim()
    if (length < reasonMin) setProblem(`Please write at least ${reasonMin} characters`)
    else if (length > reasonMax) setProblem(`Please write at most ${reasonMax} characters`)
    else setConfirming(true)
  }
  return (
    <FormDialog
      label="Withdraw"
      cancelLabel={isConfirming ? 'Back' : 'Cancel'}
      submitLabel={isConfirming ? 'Withdraw' : 'Continue'}
      busyText="Withdrawing..."
      variant={isConfirming ? 'danger' : 'cta'}
      onClose={onClose}
      title={isConfirming ? `Withdraw ${number}?` : `Withdraw ${number}`}
      size="sm"
      isBusy={isPending}
      error={isConfirming && error ? errorMessage(error, 'Failed to withdraw') : undefined}
      onSubmit={handleSubmit}
      {...(isConfirming && { onCancel: () => setConfirming(false) })}
    >
      {isConfirming ? (
        <ul className="grid gap-2 bullets" aria-label="What happens">
          {withdrawalConsequences({ version, kind, next }).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : (
        <>
          <Select
            label="What is wrong with it?"
            options={options}
            value={kind}
            onChange={({ target }) =>
              setKind(withdrawalKinds.find((known) => known === target.value) ?? 'other')
            }
          />
          <TextArea
            label="Reason"
            hint={
              version.publishedAt === null
                ? 'You and moderators can see it.'
                : 'Everyone who reads the list of versions can see it.'
            }
            rows={4}
            lengthMax={reasonMax}
            defaultValue={reason}
            error={problem}
            onChange={({ target }) => {
              setReason(target.value)
              setProblem(undefined)
            }}
          />
        </>
      )}
    </FormDialog>
  )
}
