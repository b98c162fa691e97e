import { useIsFetching } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod/mini'

import {
  BlocklistDraft,
  blocklistLimits,
  type BlocklistEntry,
  blocklistApi,
} from '#contract/moderation/blocklist.ts'
import { SaveDialog } from '#web/admin/resource/SaveDialog.tsx'
import { call } from '#web/app/call.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import { useDebouncedValue } from '#web/layout/use-debounced-value.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { debounceMs, EntryEffect } from './EntryEffect.tsx'
import { kindTexts, blocklistKey, effectKey } from './blocklist.data.ts'

export function AddEntryDialog({
  kinds,
  onClose,
}: {
  kinds: readonly BlocklistEntry['kind'][]
  onClose: () => void
}) {
  const form = useZodForm<BlocklistDraft>(BlocklistDraft, { kind: kinds[0] ?? 'host', value: '', reason: '' })
  const { field, control } = form
  const [kind, value, except = []] = useWatch({ control, name: ['kind', 'value', 'except'] })
  const searched = useDebouncedValue(value, debounceMs)
  const isSearching = useIsFetching({ queryKey: effectKey }) > 0
  return (
    <SaveDialog
      title="Add to the blocklist"
      label="Blocklist entry"
      submitLabel="Add Entry"
      savedText="The entry was added."
      size="md"
      isReady={searched === value && !isSearching}
      form={form}
      fields={['kind', 'value', 'reason']}
      save={(body) => call('POST /api/moderation/blocklist', { body })}
      errorTexts="The entry was not added. Please try again."
      queryKeys={[blocklistKey]}
      onClose={onClose}
    >
      <Select
        {...field('kind')}
        label="Kind"
        options={kinds.map((option) => ({ value: option, label: kindTexts[option].label }))}
      />
      <TextField
        {...field('value')}
        label="Value"
        autoComplete="off"
        spellCheck={false}
        hint={kindTexts[kind].valueHint}
      />
      <TextArea
        {...field('reason')}
        label="Reason"
        rows={2}
        lengthMax={blocklistLimits.reasonMax}
        hint="For other moderators."
      />
      <EntryEffect
        kind={kind}
        value={searched}
        except={except}
        onExcept={(ids) => form.setValue('except', ids)}
      />
    </SaveDialog>
  )
}

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
    <SaveDialog
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
          ? 'The archive can be uploaded again. Versions that are waiting because of it are decided in the queue; those that were public before are public again at once.'
          : 'Archives with it are scanned again without it. Versions that are waiting because of it are decided in the queue; those that were public before are public again at once.'}
      </Alert>
      <TextArea
        {...form.field('reason')}
        label="Reason"
        rows={3}
        lengthMax={blocklistLimits.reasonMax}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
        autoFocus
      />
    </SaveDialog>
  )
}
