import { z } from 'zod/mini'

import { blocklistApi, blocklistLimits } from '#contract/moderation/blocklist.ts'
import type { BlocklistEntry } from '#contract/moderation/blocklist.ts'
import { FormDialog } from '#web/admin/resource/FormDialog.tsx'
import { call } from '#web/app/call.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'

import { blocklistKey } from './blocklist.data.ts'

const RemoveForm = blocklistApi.remove.query
type RemoveForm = z.output<typeof RemoveForm>

export function RemoveEntryDialog({
  entry: { id, kind, value },
  onClose,
}: {
  entry: BlocklistEntry
  onClose: () => void
}) {
  const form = useZodForm<RemoveForm>(RemoveForm, { reason: '' })
  return (
    <FormDialog
      title="Remove from the blocklist"
      label="Removal of an entry"
      submitLabel="Remove Entry"
      busyText="Removing..."
      savedText="The entry was removed."
      size="md"
      form={form}
      fields={['reason']}
      save={(query) => call('DELETE /api/moderation/blocklist/:id', { params: { id }, query })}
      errorTexts="The entry was not removed. Please try again."
      queryKeys={[blocklistKey]}
      onClose={onClose}
    >
      <Alert tone="info" title={value}>
        {kind === 'archive'
          ? 'The archive can be uploaded again. Versions that are waiting because of it are decided in the queue.'
          : 'Archives with it are scanned again without it. Versions that are waiting because of it are decided in the queue.'}
      </Alert>
      <TextArea
        {...form.field('reason')}
        label="Reason"
        rows={3}
        lengthMax={blocklistLimits.reasonMax}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
        autoFocus
      />
    </FormDialog>
  )
}
