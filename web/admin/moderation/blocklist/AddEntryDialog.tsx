import { useIsFetching } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'

import { BlocklistDraft, blocklistLimits } from '#contract/moderation/blocklist.ts'
import type { BlocklistEntry } from '#contract/moderation/blocklist.ts'
import { FormDialog } from '#web/admin/resource/FormDialog.tsx'
import { call } from '#web/app/call.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import { useDebouncedValue } from '#web/layout/use-debounced-value.ts'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { kindTexts } from './blocklist-kinds.ts'
import { blocklistKey, effectKey } from './blocklist.data.ts'
import { debounceMs, EntryEffect } from './EntryEffect.tsx'

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
    <FormDialog
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
        options={kinds.map((one) => ({ value: one, label: kindTexts[one].label }))}
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
    </FormDialog>
  )
}
