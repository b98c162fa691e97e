import { useQuery } from '@tanstack/react-query'

import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FieldError } from '#web/ui/FieldError.tsx'
import { LoadState } from '#web/ui/QueryContent.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'

import styles from './Tokens.module.css'
import { tokenScriptsQuery } from './tokens.data.ts'

type Scripts = 'all' | readonly number[]

const choices = [
  { value: 'all', label: 'All my scripts' },
  { value: 'chosen', label: 'Chosen scripts' },
] as const

/** Which scripts a token reads and publishes. */
export function TokenScripts({
  userId,
  scripts,
  error,
  onChange,
}: {
  userId: number
  scripts: Scripts
  error: string | undefined
  onChange: (scripts: Scripts) => void
}) {
  return (
    <div className="grid gap-3 items-start">
      <SegmentedControl
        label="Scripts"
        options={choices}
        value={scripts === 'all' ? 'all' : 'chosen'}
        onChange={(value) => onChange(value === 'all' ? 'all' : [])}
      />
      {scripts !== 'all' && <ScriptList userId={userId} chosen={scripts} onChange={onChange} />}
      {error !== undefined && <FieldError>{error}</FieldError>}
    </div>
  )
}

function ScriptList({
  userId,
  chosen,
  onChange,
}: {
  userId: number
  chosen: readonly number[]
  onChange: (scripts: Scripts) => void
}) {
  const query = useQuery(tokenScriptsQuery(userId))
  if (!query.data) return <LoadState query={query} name="your scripts" height={72} />
  if (query.data.scripts.length === 0) return <p>You have no scripts yet.</p>
  return (
    <fieldset className={`grid gap-2 full pad-3 framed round-md scroll-y ${styles.scripts}`}>
      <legend className="visually-hidden">Your scripts</legend>
      {query.data.scripts.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        />
      ))}
    </fieldset>
  )
}
