import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useRouter } from '@tanstack/react-router'
import { Hourglass, SearchX } from 'lucide-react'
import { Suspense, useMemo, type ReactNode } from 'react'

import type { Script } from '#contract/scripts/scripts.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { authorPath, scriptPath } from '#web/app/paths.ts'
import { VisitorContent } from '#web/app/VisitorContent.tsx'
import { scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { parseScriptId } from '#web/scripts/script-page/script-id.ts'
import { ScriptNotFound } from '#web/scripts/script-page/ScriptNotFound.tsx'
import { useSignedInScript } from '#web/scripts/script-page/use-signed-in-script.ts'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { useSession } from '#web/app/session.ts'
import { editorIdOf } from '#web/scripts/script-page/author-role.ts'
import { Select } from '#web/ui/Select.tsx'
import tabStyles from '#web/ui/Tabs.module.css'

import { useDownloadQuestion } from './download-question.ts'
import { ReportBodySkeleton, ReportSkeleton } from './ReportSkeleton.tsx'
import { ScriptPages, type ScriptPageName } from './ScriptPages.tsx'
import { UrlVersionContext } from './url-version.ts'
import { versionsPath } from './version-paths.ts'
import { versionQuery, versionChoicesQuery } from './versions.data.ts'
import { choiceText, unpublishedTitle, withdrawalHead } from './version-texts.ts'

const DownloadDialog = lazyPart(() => import('./DownloadDialog.tsx'), 'DownloadDialog')

type Content = { script: Script; versionId: number | undefined }
type Props = {
  v?: number | undefined
  current: ScriptPageName
  failedTitle: string
  skeleton?: ReactNode
  /** The path of the page, for the same page of another version. Without it there is no choice of versions. */
  pathOf?: (scriptId: number) => string
  children: (content: Content) => ReactNode
}

/** A page of a script beside its overview: heading, links to the other pages, and the version that the URL names. */
export function ScriptSubpage(props: Props) {
  const { id = '' } = useParams({ strict: false })
  return <Subpage key={id} id={id} {...props} />
}

function Subpage({
  id: text,
  v,
  current,
  failedTitle,
  skeleton = <ReportSkeleton />,
  pathOf,
  children,
}: Props & { id: string }) {
  const id = parseScriptId(text)
  const query = useQuery({ ...scriptQuery(id ?? 0), enabled: id !== undefined })
  const named = useQuery({ ...versionQuery(v ?? 0), enabled: v !== undefined && v !== 0 })
  const isScriptRequested = useSignedInScript(query)
  const isVersionRequested = useSignedInScript(named)
  const router = useRouter()
  const question = useDownloadQuestion()
  const urlVersion = useMemo(() => ({ scriptId: id ?? 0, v }), [id, v])
  const script = query.data
  const version = v === 0 || (named.data && named.data.scriptId !== id) ? null : named.data
  if (id === undefined) return <ScriptNotFound />
  if (isScriptRequested || isVersionRequested) return skeleton
  if (script === null && !query.isError)
    return (
      <VisitorContent skeleton={skeleton}>
        <ScriptNotFound />
      </VisitorContent>
    )
  const isMissing =
    !script || (v !== undefined && (version === undefined || (version === null && named.isError)))
  if (isMissing && (query.isError || named.isError))
    return (
      <div className="page-width">
        <FailedState
          heading="h1"
          title={failedTitle}
          text="The server did not respond as expected. Please try again."
          query={{
            refetch: () => router.invalidate({ forcePending: true }),
            isFetching: query.isFetching || named.isFetching,
          }}
        />
      </div>
    )
  if (!script || isMissing) return skeleton
  return (
    <UrlVersionContext value={urlVersion}>
      <article className="page-width pb-16">
        <header className="page-head">
          <Breadcrumbs
            steps={[
              { label: 'Scripts', renderLink: (props) => <Link to="/scripts" {...props} /> },
              { label: script.name, renderLink: (props) => <Link to={scriptPath(id)} {...props} /> },
            ]}
          />
          <h1 className="mt-3 break">{script.name}</h1>
          <div className="row wrap between gap-2-4 mt-2 muted" style={{ minHeight: 36 }}>
            <p>
              by{' '}
              <Link to={authorPath(script)} className="text-link">
                {script.author}
              </Link>
            </p>
            {pathOf && version !== null && (
              <VersionPicker script={script} version={version} path={pathOf(id)} />
            )}
          </div>
        </header>
        <div className={`mb-6 line-below no-print ${tabStyles.tabs}`}>
          <ScriptPages script={script} current={current} />
        </div>
        {version === null ? (
          <VisitorContent skeleton={<ReportBodySkeleton />}>
            <NoVersion scriptId={id} />
          </VisitorContent>
        ) : (
          <>
            {version && <VersionNotice script={script} version={version} />}
            {children({ script, versionId: version ? version.id : script.versionId })}
          </>
        )}
        {question && (
          <Suspense>
            <DownloadDialog question={question} />
          </Suspense>
        )}
      </article>
    </UrlVersionContext>
  )
}

function NoVersion({ scriptId }: { scriptId: number }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="Version not found"
      text="This script has no version with this address. It may be waiting for review."
      action={
        <Link to={versionsPath(scriptId)} className="text-link">
          All versions
        </Link>
      }
    />
  )
}

/** Above the content of a version that was withdrawn or waits for review. */
function VersionNotice({ script, version }: { script: Script; version: VersionSummary }) {
  const { number, state, withdrawal, isCurrent } = version
  if (state === 'waiting' || state === 'scanning')
    return (
      <div className="mb-6">
        <Alert icon={<Hourglass />} title={unpublishedTitle(version, script)}>
          Only the authors and moderators can see this version.
        </Alert>
      </div>
    )
  if (!withdrawal) return null
  const { kind, reason, at } = withdrawal
  return (
    <div className="mb-6">
      <Alert
        tone={kind === 'security' ? 'danger' : 'warn'}
        title={withdrawalHead(`${number} was withdrawn`, kind)}
      >
        <bdi>{reason}</bdi> ({dateText(at)}){' '}
        {!isCurrent && !script.isInReview && (
          <>
            Use{' '}
            <Link to={scriptPath(script.id)} className="text-link">
              {script.version}
            </Link>{' '}
            instead.
          </>
        )}
      </Alert>
    </div>
  )
}

/** Opens the same page of another version. Without JavaScript, and for the only version, a text. */
function VersionPicker({
  script,
  version,
  path,
}: {
  script: Script
  /** Undefined for the current version. */
  version: VersionSummary | undefined
  path: string
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
      onChange={({ target }) => void router.navigate({ href: `${path}?v=${target.value}` })}
    />
  )
}
