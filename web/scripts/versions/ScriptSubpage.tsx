import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import type { ReactNode } from 'react'

import type { Script } from '#contract/scripts/scripts.ts'
import { authorPath, scriptPath } from '#web/app/paths.ts'
import { VisitorContent } from '#web/app/VisitorContent.tsx'
import { scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { parseScriptId } from '#web/scripts/script-page/script-id.ts'
import { ScriptNotFound } from '#web/scripts/script-page/ScriptNotFound.tsx'
import { useSignedInScript } from '#web/scripts/script-page/use-signed-in-script.ts'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FailedState } from '#web/ui/FailedState.tsx'

import { useDownloadQuestion } from './download-question.ts'
import { ReportBodySkeleton } from './ReportSkeleton.tsx'
import { ScriptPages, type ScriptPageName } from './ScriptPages.tsx'
import pagesStyles from './ScriptPages.module.css'
import styles from './ScriptSubpage.module.css'
import { ShownContext } from './shown-version.ts'
import { VersionNotice } from './VersionNotice.tsx'
import { VersionPicker } from './VersionPicker.tsx'
import { versionsPath } from './version-paths.ts'
import { versionQuery } from './versions.data.ts'

const DownloadDialog = lazy(async () => ({
  default: (await import('./DownloadDialog.tsx')).DownloadDialog,
}))

type Content = { script: Script; versionId: number | undefined }

/** A page of a script beside its overview: heading, links to the other pages, and the version that the URL names. */
export function ScriptSubpage({
  id: text,
  v,
  current,
  failedTitle,
  skeleton,
  className = '',
  versionHref,
  children,
}: {
  id: string
  v?: number | undefined
  current: ScriptPageName
  failedTitle: string
  skeleton: ReactNode
  className?: string | undefined
  /** The same page of another version. Without it there is no choice of versions. */
  versionHref?: (v: number) => string
  children: (content: Content) => ReactNode
}) {
  const id = parseScriptId(text)
  const query = useQuery({ ...scriptQuery(id ?? 0), enabled: id !== undefined })
  const named = useQuery({ ...versionQuery(v ?? 0), enabled: v !== undefined && v !== 0 })
  const isScriptRequested = useSignedInScript(query)
  const isVersionRequested = useSignedInScript(named)
  const router = useRouter()
  const question = useDownloadQuestion()
  const shown = useMemo(() => ({ scriptId: id ?? 0, v }), [id, v])
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
          text="The server did not answer as it should. Please try again."
          onRetry={() => void router.invalidate({ forcePending: true })}
          isRetrying={query.isFetching || named.isFetching}
        />
      </div>
    )
  if (!script || isMissing) return skeleton
  return (
    <ShownContext value={shown}>
      <article className={`page-width pb-16 ${className}`}>
        <header className={styles.head}>
          <Breadcrumbs
            steps={[
              { label: 'Assets', renderLink: (props) => <Link to="/scripts" {...props} /> },
              { label: script.name, renderLink: (props) => <Link to={scriptPath(id)} {...props} /> },
            ]}
          />
          <h1>{script.name}</h1>
          <div className={`${styles.byline} row wrap between gap-2-4 mt-2 muted`}>
            <p>
              by{' '}
              <Link to={authorPath(script)} className="text-link">
                {script.author}
              </Link>
            </p>
            {versionHref && version !== null && (
              <VersionPicker script={script} version={version} hrefOf={versionHref} />
            )}
          </div>
        </header>
        <div className={`${pagesStyles.pages} mb-6 line-below`}>
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
    </ShownContext>
  )
}

function NoVersion({ scriptId }: { scriptId: number }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="Version not found"
      text="This script has no version with this address. It may wait for review."
      action={
        <Link to={versionsPath(scriptId)} className="text-link">
          All versions
        </Link>
      }
    />
  )
}
