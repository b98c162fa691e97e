import { useQuery } from '@tanstack/react-query'
import { lazyRouteComponent, Link, useSearch, useRouter } from '@tanstack/react-router'
import { FileX, Hourglass, Package, SearchX, ArrowLeftRight, ArrowRight } from 'lucide-react'
import { Suspense, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'

import type { Changes } from '#contract/scripts/changes.ts'
import type { Script } from '#contract/scripts/scripts.ts'
import { VisitorContent } from '#web/app/VisitorContent.tsx'
import { useSession } from '#web/app/session.ts'
import { editorRoleOf, editorIdOf } from '#web/scripts/script-page/author-role.ts'
import { useSignedInScript } from '#web/scripts/script-page/use-signed-in-script.ts'
import { ScriptSubpage } from '#web/scripts/versions/ScriptSubpage.tsx'
import { refetchMs } from '#web/scripts/versions/analysis-texts.ts'
import { versionsPath, changesPath } from '#web/scripts/versions/version-paths.ts'
import { versionChoicesQuery } from '#web/scripts/versions/versions.data.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Select } from '#web/ui/Select.tsx'
import { choiceText } from '#web/scripts/versions/version-texts.ts'
import { FileLink } from '#web/scripts/files/FileLink.tsx'

import { ChangedFile, openedFileId } from './ChangedFile.tsx'
import { ChangedFiles } from './ChangedFiles.tsx'
import { type ChangesSearch, changesHref } from './changes-search.ts'
import { changesQuery } from './changes.data.ts'
import styles from './Changes.module.css'

const loadParts = () => import('./change-sections.tsx')

/** Parts of the server's markup, which stays until the browser has loaded them. */
export const ResultChanges = lazyRouteComponent(loadParts, 'ResultChanges')
export const ServerChanges = lazyRouteComponent(loadParts, 'ServerChanges')

export function ChangesPage() {
  const search = useSearch({ from: '/scripts/$id/changes' })
  return (
    <ScriptSubpage current="versions" failedTitle="Failed to load changes">
      {({ script }) => <ChangesOfScript script={script} search={search} />}
    </ScriptSubpage>
  )
}

function ChangesOfScript({ script, search }: { script: Script; search: ChangesSearch }) {
  const to = search.to ?? script.versionId
  const query = useQuery({
    ...changesQuery(to ?? 0, search.from),
    enabled: to !== undefined,
    refetchInterval: ({ state }) => state.data?.state === 'unfinished' && refetchMs(state),
  })
  const isRequested = useSignedInScript(query)
  const { data, isError, refetch } = query
  const isEditor = editorRoleOf(useSession(), script) !== undefined
  const isWithoutFiles = data?.state === 'no-files'
  // The server renders for visitors: the files may be visible to the author and moderators.
  useEffect(() => {
    if (isEditor && isWithoutFiles) void refetch()
  }, [isEditor, isWithoutFiles, refetch])
  return (
    <>
      <h2 className="visually-hidden">Changes between two versions</h2>
      <VersionPair
        script={script}
        from={data?.from?.id ?? search.from}
        to={data?.to.id ?? to}
        known={[data?.from, data?.to]}
      />
      {isError ? (
        <FailedState
          title="Failed to load changes"
          text="The server did not respond as expected. Please try again."
          query={query}
        />
      ) : to === undefined ? (
        <Unfinished />
      ) : data === undefined || isRequested ? (
        <ComparisonSkeleton />
      ) : (
        <Comparison script={script} changes={data} file={search.file} />
      )}
    </>
  )
}

function ComparisonSkeleton() {
  return (
    <div aria-busy="true" className="stack gap-10">
      <Skeleton shape="block" height={160} />
      <Skeleton shape="block" height={320} />
    </div>
  )
}

function Comparison({
  script: { id },
  changes,
  file,
}: {
  script: Script
  changes: Changes | null
  file: string | undefined
}): ReactNode {
  const allVersions = (
    <Link to={versionsPath(id)} className="text-link">
      All versions
    </Link>
  )
  if (!changes)
    return (
      <VisitorContent skeleton={<ComparisonSkeleton />}>
        <EmptyState
          icon={<SearchX />}
          title="Versions not found"
          text="One of them does not exist, belongs to another script, or is not public."
          action={allVersions}
        />
      </VisitorContent>
    )
  const { state, from, to } = changes
  if (state === 'first' || !from)
    return (
      <EmptyState
        icon={<Package />}
        title="Nothing to compare"
        text={`${to.number} is the first version of this script.`}
        action={allVersions}
      />
    )
  if (state === 'unfinished') return <Unfinished />
  if (state === 'failed')
    return (
      <EmptyState
        icon={<FileX />}
        title="The versions cannot be compared"
        text="The archive of one of them could not be read."
        action={allVersions}
      />
    )
  const compared = { scriptId: id, changes, from, to }
  if (file !== undefined) return <ChangedFile {...compared} path={file} />
  return (
    <AllChanges>
      <Suspense fallback={<Skeleton shape="block" height={160} />}>
        <ResultChanges {...compared} />
        <ServerChanges {...compared} />
      </Suspense>
      <ChangedFiles {...compared} />
    </AllChanges>
  )
}

/** A file that is opened from a list takes the focus of its link. */
function AllChanges({ children }: { children: ReactNode }) {
  const lists = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = lists.current
    return () => {
      if (element?.contains(document.activeElement))
        queueMicrotask(() => document.querySelector<HTMLElement>(`#${openedFileId}`)?.focus())
    }
  }, [])
  return (
    <div ref={lists} className="stack gap-10">
      {children}
    </div>
  )
}

function Unfinished() {
  return (
    <EmptyState
      icon={<Hourglass />}
      title="Not read yet"
      text="The changes appear here as soon as both archives are read."
    />
  )
}

/** The two versions that are compared. Without JavaScript it is a form. */
function VersionPair({
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
  const open = (pair: ChangesSearch) =>
    void router.navigate({ href: changesHref(scriptId, { from, to, ...pair }) })
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
