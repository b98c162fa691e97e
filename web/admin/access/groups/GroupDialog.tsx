import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'

import {
  groupLimits,
  type Group,
  permissionCategories,
  type PermissionCategory,
} from '#contract/access/groups.ts'
import { stylesQuery } from '#web/admin/access/user-styles/user-styles.data.ts'
import { ResourceDialog } from '#web/admin/resource/SaveDialog.tsx'
import type { ResourceDialogProps } from '#web/admin/resource/ResourcePage.tsx'
import { onOrOff, StoredValue } from '#web/app/StoredValue.tsx'
import { call } from '#web/app/call.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { useZodForm } from '#web/app/use-zod-form.ts'
import { useConflict } from '#web/app/use-conflict.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { ColorField } from '#web/ui/ColorField.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import {
  groupBody,
  groupChange,
  groupFields,
  groupValues,
  outrankedText,
  GroupForm,
  filterPermissions,
} from './group-form.ts'
import { groupResource, groupsQuery, availablePermissionsQuery } from './groups.data.ts'

export function GroupDialog({ item: group, onClose }: ResourceDialogProps<Group>) {
  const session = useSession()
  const userStyles = useQuery({ ...stylesQuery, enabled: hasPermission(session, 'admin.styles.view') })
  // Loaded by the page that opens this dialog.
  const { data: groups } = useQuery(groupsQuery)
  const form = useZodForm<GroupForm>(GroupForm, groupValues(group, groups))
  const { base, conflict, readAfterConflict } = useConflict(form, {
    opened: group,
    fields: groupFields,
    toValues: (item) => groupValues(item, groups),
    read: async () => (await call('GET /api/groups')).find(({ id }) => id === group?.id),
  })
  const { field, register, setValue, clearFieldError, control, formState } = form
  const [color, permissions, priority] = useWatch({ control, name: ['color', 'permissions', 'priority'] })
  const styleOptions = (userStyles.data ?? (group?.user_styles ? [group.user_styles] : [])).map(
    ({ id, name }) => ({ value: String(id), label: name }),
  )
  return (
    <ResourceDialog
      resource={groupResource}
      isNew={!group}
      editTitle={`Edit Group: ${group?.display_name}`}
      size="xl"
      form={form}
      fields={['name', 'display_name', 'description', 'color', 'priority']}
      save={(values) =>
        base
          ? call('PUT /api/groups/:id', { params: { id: base.id }, body: groupChange(base, values) })
          : call('POST /api/groups', { body: groupBody(values) })
      }
      afterError={readAfterConflict}
      onClose={onClose}
    >
      <div
        className="grid cols narrow-stack gap-8 top"
        style={{ '--cols': 'minmax(0, 1fr) minmax(0, 1.1fr)' }}
      >
        <section aria-label="Settings" className="stack gap-4">
          <TextField
            {...field('display_name')}
            label="Display name"
            autoComplete="off"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
            autoFocus
          />
          <StoredValue conflict={conflict} name="display_name" label="Display name" />
          <TextField
            {...field('name')}
            label="Name"
            hint="The key that identifies the group in the API."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <StoredValue conflict={conflict} name="name" label="Name" />
          <TextArea
            {...field('description')}
            label="Description"
            isOptional
            lengthMax={groupLimits.descriptionMax}
          />
          <StoredValue conflict={conflict} name="description" label="Description" />
          <TextField
            {...field('priority')}
            label="Priority"
            inputMode="numeric"
            autoComplete="off"
            hint={[
              'The lower the number, the higher the authority.',
              outrankedText(
                priority,
                (groups ?? []).filter(({ id }) => id !== group?.id),
              ),
            ].join(' ')}
          />
          <StoredValue conflict={conflict} name="priority" label="Priority" />
          <Select
            {...register('style_id')}
            label="User style"
            isOptional
            placeholder="None"
            options={styleOptions}
          />
          <StoredValue
            conflict={conflict}
            name="style_id"
            label="User style"
            toText={(id) => styleOptions.find(({ value }) => value === id)?.label ?? String(id)}
          />
          <ColorField
            label="Color"
            value={color}
            onChange={(next) => {
              setValue('color', next, { shouldDirty: true })
              clearFieldError('color')
            }}
            error={formState.errors.color?.message}
          />
          <StoredValue conflict={conflict} name="color" label="Color" />
          <Checkbox
            {...register('is_default')}
            label="Default group"
            hint="Every new account joins it."
            disabled={!session?.user.is_admin && !session?.user.is_owner}
          />
          <StoredValue conflict={conflict} name="is_default" label="Default group" toText={onOrOff} />
        </section>
        <div className="stack gap-4">
          <StoredValue
            conflict={conflict}
            name="permissions"
            label="Permissions"
            toText={(keys) => String(keys).replaceAll(',', ', ')}
          />
          <PermissionPanel
            chosen={permissions}
            held={session?.user.permissions ?? []}
            onChange={(next) => setValue('permissions', next, { shouldDirty: true })}
          />
        </div>
      </div>
    </ResourceDialog>
  )
}

/** Selects permissions by tab or by a search over all tabs. A user can grant only permissions they have. */
function PermissionPanel({
  chosen,
  held,
  onChange,
}: {
  chosen: readonly string[]
  held: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const { data: available, isError } = useQuery(availablePermissionsQuery)
  const [tab, setTab] = useState<PermissionCategory>('System')
  const [search, setSearch] = useState('')
  const visible = filterPermissions(available ?? [], tab, search)
  const toggle = (key: string) =>
    onChange(chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key])
  return (
    <section aria-labelledby="permissions-title" className="stack gap-4 pad-5 framed round-lg fill-0">
      <div className="flex baseline between">
        <h3 className="text-lg" id="permissions-title">
          Permissions
        </h3>
        <output className="faint text-sm">{chosen.length} chosen</output>
      </div>
      <TextField
        type="search"
        label="Search permissions"
        isLabelHidden
        placeholder="Search permissions"
        icon={<Search />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <div className="scroll-x" style={{ scrollbarWidth: 'none' }}>
        <SegmentedControl
          label="Tab"
          options={permissionCategories.map((value) => ({ value, label: value }))}
          value={tab}
          onChange={(next) => {
            setTab(next)
            setSearch('')
          }}
        />
      </div>
      {isError && <Alert tone="danger" title="Failed to load permissions" isAlert />}
      {!available && !isError && <Skeleton shape="block" height={240} />}
      {available && visible.length === 0 && (
        <p className="faint text-sm">{search ? 'No permission matches.' : 'No permissions on this tab.'}</p>
      )}
      <div className="grid gap-3">
        {visible.map(({ key, name, description }) => (
          <Checkbox
            key={key}
            checked={chosen.includes(key)}
            // A permission that the group already has may stay.
            disabled={!held.includes(key) && !chosen.includes(key)}
            onChange={() => toggle(key)}
            label={name}
            hint={
              <>
                {description} <code>{key}</code>
              </>
            }
          />
        ))}
      </div>
    </section>
  )
}
