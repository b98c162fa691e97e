import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { CollectionEntry } from '#contract/scripts/collections.ts'
import { versionChoicesQuery } from '#web/scripts/versions/versions.data.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldError } from '#web/ui/FieldError.tsx'
import { Select } from '#web/ui/Select.tsx'

type Version = CollectionEntry['version']

/** The button that loaded the list had the focus. */
const focus = (select: HTMLSelectElement | null) => select?.focus()

/** The version of a script in a collection. The list is read when it is asked for: a collection has up to 200. */
export function VersionChoice({
  scriptId,
  name,
  version,
  onChange,
}: {
  scriptId: number
  name: string
  version: Version
  onChange: (version: Version) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const { data, isFetching, isError } = useQuery({
    ...versionChoicesQuery(scriptId, undefined),
    enabled: isOpen,
  })
  if (!data)
    return (
      <div>
        <Button size="sm" variant="ghost" isBusy={isFetching} onClick={() => setOpen(true)}>
          {version ? `Version ${version.number}` : 'Newest version'}: change
          <span className="visually-hidden"> for {name}</span>
        </Button>
        {isError && <FieldError>Failed to load the versions. Press the button to try again.</FieldError>}
      </div>
    )
  const choices = data.versions.filter(({ state }) => state === 'published')
  const isListed = choices.some(({ id }) => id === version?.id)
  const all = version && !isListed ? [version, ...choices] : choices
  return (
    <Select
      ref={focus}
      layout="inline"
      label={`Version of ${name}`}
      value={version?.id ?? ''}
      options={[
        { value: '', label: 'Newest version' },
        ...all.map(({ id, number }) => ({ value: String(id), label: number })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        const chosen = all.find(({ id }) => String(id) === value)
        onChange(chosen ? { id: chosen.id, number: chosen.number } : null)
      }}
    />
  )
}
