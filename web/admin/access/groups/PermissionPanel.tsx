import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'

import { permissionCategories } from '#contract/access/groups.ts'
import type { PermissionCategory } from '#contract/access/groups.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { filterPermissions } from './group-form.ts'
import styles from './GroupDialog.module.css'
import { availablePermissionsQuery } from './groups.data.ts'

/** Selects permissions by tab or by a search over all tabs. A user can grant only permissions they have. */
export function PermissionPanel({
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
  const shown = filterPermissions(available ?? [], tab, search)
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
      <div className={`scroll-x ${styles.tabs}`}>
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
      {available && shown.length === 0 && (
        <p className="faint text-sm">{search ? 'No permission matches.' : 'No permissions on this tab.'}</p>
      )}
      <div className="grid gap-3">
        {shown.map(({ key, name, description }) => (
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
