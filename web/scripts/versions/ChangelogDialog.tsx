import { useId, useState } from 'react'

import { versionLimits } from '#contract/scripts/versions.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import { errorMessage } from '#web/app/error-messages.ts'
import { MarkdownPreview } from '#web/scripts/script-changes/MarkdownPreview.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

import { changelogHint } from './changelog-hint.ts'
import { useVersionChange } from './use-version-change.ts'

const { changelogMax } = versionLimits

export function ChangelogDialog({ version, onClose }: { version: VersionSummary; onClose: () => void }) {
  const formId = useId()
  const [changelog, setChangelog] = useState(version.changelog)
  const { mutate, isPending, error } = useVersionChange(version)
  const tooLong = changelog.trim().length > changelogMax
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Changelog of ${version.number}`}
      isBusy={isPending}
      isDirty={changelog !== version.changelog}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="cta" isBusy={isPending} busyText="Saving...">
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault()
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
      </form>
    </Dialog>
  )
}
