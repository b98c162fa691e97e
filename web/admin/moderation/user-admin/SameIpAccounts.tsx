import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { AdminUser } from '#contract/moderation/user-admin.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { statusBadge } from './user-cells.ts'
import { sameIpQuery } from './users.data.ts'

/** Other accounts with an IP of this user. Those that are checked are selected in the list, together with this user. */
export function SameIpAccounts({
  user,
  onSelect,
}: {
  user: AdminUser
  onSelect: (users: readonly AdminUser[]) => void
}) {
  const { data: accounts, isError } = useQuery(sameIpQuery(user.id))
  // Accounts of the same network often belong to other users of a provider: only those of the same IP are checked.
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map())
  if (isError) return <p className="faint text-sm">The accounts could not be loaded.</p>
  if (!accounts) return <Skeleton shape="block" height={200} />
  if (accounts.length === 0)
    return <p className="faint text-sm">No other account has used an IP of this user.</p>
  const isChecked = ({ id, match }: (typeof accounts)[number]) => changed.get(id) ?? match === 'ip'
  const checked = accounts.filter(isChecked)
  return (
    <div className="grid items-start gap-4">
      <p className="faint text-sm">
        Registered from {user.registration_ip ?? 'an unknown IP'}, last login from{' '}
        {user.last_login_ip ?? 'an unknown IP'}.
      </p>
      <ul className="full lined flush-first" aria-label="Accounts">
        {accounts.map((account) => {
          const { id, username, email, created_at, scripts_uploaded, match } = account
          const badge = statusBadge(account)
          return (
            <li className="row wrap between gap-1-4 break py-3" key={id}>
              <Checkbox
                label={
                  <>
                    <b>{username}</b> <span className="faint text-sm">{email}</span>
                  </>
                }
                checked={isChecked(account)}
                onChange={({ currentTarget }) =>
                  setChanged((present) => new Map(present).set(id, currentTarget.checked))
                }
              />
              <span className="row wrap gap-1-3">
                <Badge color={badge.color}>{badge.label}</Badge>
                <span className="faint text-sm">
                  Joined {dateText(created_at)} ·{' '}
                  {scripts_uploaded === 1 ? '1 script' : `${scripts_uploaded} scripts`} ·{' '}
                  {match === 'ip' ? 'same IP' : 'same network'}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
      <Button disabled={checked.length === 0} onClick={() => onSelect([user, ...checked])}>
        {checked.length === 0
          ? 'Check accounts to select them'
          : `Select ${checked.length === 1 ? 'this account' : `these ${checked.length} accounts`} and ${user.username}`}
      </Button>
    </div>
  )
}
