import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ArrowLeftRight, ArrowRight } from 'lucide-react'

import type { Script } from '#contract/scripts/scripts.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import { useSession } from '#web/app/session.ts'
import { editorIdOf } from '#web/scripts/script-page/author-role.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Select } from '#web/ui/Select.tsx'
import { choiceText } from '#web/scripts/versions/version-texts.ts'
import { changesPath } from '#web/scripts/versions/version-paths.ts'
import { versionChoicesQuery } from '#web/scripts/versions/versions.data.ts'
import { FileLink } from '#web/scripts/files/FileLink.tsx'

import styles from './Changes.module.css'
import { changesHref } from './changes-search.ts'

/** The two versions that are compared. Without JavaScript it is a form. */
export function VersionPair({
  script,
  from,
  to,
  known,
}: {
  script: Script
  from: number | undefined
  to: number | undefined
  /** Versions that may not be among the newest ones. */
  known: readonly (VersionSummary | null | undefined)[]
}) {
  const router = useRouter()
  const scriptId = script.id
  const { data } = useQuery(versionChoicesQuery(scriptId, editorIdOf(useSession(), script)))
  const listed = data?.versions ?? []
  const others = known.filter((version) => version && !listed.some(({ id }) => id === version.id))
  const choices = [...listed, ...others].flatMap((version) => version ?? [])
  const options = choices.map((version) => ({ value: String(version.id), label: choiceText(version) }))
  if (options.length === 0) return null
  const open = (pair: { from?: number | undefined; to?: number | undefined }) => {
    const { from: first, to: second } = { from, to, ...pair }
    void router.navigate({
      href: changesHref(scriptId, {
        ...(first !== undefined && { from: first }),
        ...(second !== undefined && { to: second }),
      }),
    })
  }
  const placeholder = 'Choose a version'
  return (
    <form
      action={changesPath(scriptId)}
      className="row wrap gap-2-3 mb-6 no-print min-h-md"
      aria-label="Versions to compare"
    >
      <Select
        layout="inline"
        label="From"
        name="from"
        value={from ?? ''}
        options={options}
        {...(from === undefined && { placeholder })}
        onChange={({ target }) => open({ from: Number(target.value) })}
      />
      <ArrowRight className={`faint ${styles.arrow}`} />
      <Select
        layout="inline"
        label="To"
        name="to"
        value={to ?? ''}
        options={options}
        {...(to === undefined && { placeholder })}
        onChange={({ target }) => open({ to: Number(target.value) })}
      />
      {from !== undefined && to !== undefined && from !== to && (
        <FileLink
          href={changesHref(scriptId, { from: to, to: from })}
          className={buttonClass({ size: 'sm', variant: 'ghost' })}
        >
          <ArrowLeftRight />
          Swap
        </FileLink>
      )}
      <noscript>
        <button type="submit" className={buttonClass({ size: 'sm' })}>
          Compare
        </button>
      </noscript>
    </form>
  )
}
