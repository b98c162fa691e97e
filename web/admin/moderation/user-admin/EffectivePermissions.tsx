import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { isPermission, permissionCatalogue } from '#contract/platform/permissions.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import styles from './EditUser.module.css'
import { permissionsQuery } from './users.data.ts'

/** The permissions of a user and the groups that grant them, as stored on the server. */
export function EffectivePermissions({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={`gap-4 pad-4-5 framed round-lg block ${styles.permissions}`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="strong">Effective permissions</summary>
      {isOpen && <Explanation id={id} />}
    </details>
  )
}

function Explanation({ id }: { id: number }) {
  const { data, isError } = useQuery(permissionsQuery(id))
  if (isError) return <p className="faint text-sm">The permissions could not be loaded.</p>
  if (!data) return <Skeleton shape="block" height={120} />
  const { all_because_of, permissions, without_effect } = data
  return (
    <>
      {all_because_of && (
        <p className="faint text-sm">
          Holds every permission as {all_because_of === 'owner' ? 'the owner' : 'an administrator'}.
        </p>
      )}
      {permissions.length === 0 && <p className="faint text-sm">None.</p>}
      <ul className="grid gap-2 mt-2">
        {permissions.map(({ key, implied_by, groups }) => (
          <li key={key} className="grid text-sm leading-sm">
            <span>{nameOf(key)}</span>
            <span className="faint text-sm">
              {groups.length > 0
                ? `from ${groups.map(({ display_name }) => display_name).join(', ')}`
                : implied_by
                  ? `comes with ${nameOf(implied_by)}`
                  : key}
            </span>
          </li>
        ))}
      </ul>
      {without_effect.length > 0 && (
        <p className="faint text-sm">
          Without effect, because “{nameOf('admin.system.access')}” is missing:{' '}
          {without_effect.map(({ key }) => nameOf(key)).join(', ')}.
        </p>
      )}
    </>
  )
}

const nameOf = (key: string) => (isPermission(key) ? permissionCatalogue[key][0] : key)
