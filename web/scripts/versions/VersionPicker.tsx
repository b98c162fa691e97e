import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'

import type { Script } from '#contract/scripts/scripts.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import { useSession } from '#web/app/session.ts'
import { editorIdOf } from '#web/scripts/script-page/editor-role.ts'
import { Select } from '#web/ui/Select.tsx'

import { versionsPath } from './version-paths.ts'
import { choiceText } from './version-texts.ts'
import { versionChoicesQuery } from './versions.data.ts'

/** Opens the same page of another version. Without JavaScript, and for the only version, a text. */
export function VersionPicker({
  script,
  version,
  hrefOf,
}: {
  script: Script
  /** Undefined for the current version. */
  version: VersionSummary | undefined
  hrefOf: (v: number) => string
}) {
  const router = useRouter()
  const { data } = useQuery(versionChoicesQuery(script.id, editorIdOf(useSession(), script)))
  const known = data?.versions ?? []
  const shownId = version?.id ?? script.versionId
  if (shownId === undefined) return null
  if (known.length < 2)
    return (
      <p>
        Version{' '}
        <Link to={versionsPath(script.id)} className="text-link">
          {version?.number ?? script.version}
        </Link>
      </p>
    )
  const isKnown = known.some(({ id }) => id === shownId)
  const choices = version && !isKnown ? [...known, version] : known
  return (
    <Select
      layout="inline"
      label="Version"
      value={String(shownId)}
      options={choices.map((choice) => ({ value: String(choice.id), label: choiceText(choice) }))}
      onChange={({ target }) => void router.navigate({ href: hrefOf(Number(target.value)) })}
    />
  )
}
