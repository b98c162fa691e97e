import { useQuery } from '@tanstack/react-query'

import { useSession } from '#web/app/session.ts'
import { ownTeamsQuery } from '#web/scripts/teams/teams.data.ts'
import { Card } from '#web/ui/Card.tsx'
import { Select } from '#web/ui/Select.tsx'

import styles from './ScriptForm.module.css'
import type { ScriptForm } from './use-script-form.ts'

/** For members who may submit scripts for a team. A rejected team, as of an old draft, stays visible. */
export function OwnerField({ form }: { form: ScriptForm }) {
  const session = useSession()
  const { data } = useQuery({ ...ownTeamsQuery(session?.user.id ?? 0), enabled: session !== undefined })
  const teams = data?.teams.filter(({ role }) => role !== 'contributor') ?? []
  const error = form.formState.errors.teamId?.message
  if (!session || (teams.length === 0 && error === undefined)) return null
  const options = [
    { value: '', label: `${session.user.username} (you)` },
    ...teams.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <Card as="section" padding="lg" className={`${styles.section} stack gap-5`}>
      <h2>Owner</h2>
      <Select
        // Its options are known later than the value of a draft.
        key={options.map(({ value }) => value).join()}
        {...form.register('teamId', { onChange: () => form.clearErrors('teamId') })}
        label="Owner"
        options={options}
        error={error}
        hint="A team shows its own name as the author. Its members work on the script in their roles."
      />
    </Card>
  )
}
