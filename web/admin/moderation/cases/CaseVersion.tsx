import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import type { Report } from '#contract/scripts/versions.ts'
import { FailedState } from '#web/ui/FailedState.tsx'
import { fileSizeText } from '#web/ui/file-size.ts'
import { FormattedText } from '#web/ui/FormattedText.tsx'
import { refetchMs, counted } from '#web/scripts/versions/analysis-texts.ts'
import { statusOf } from '#web/scripts/versions/report-texts.ts'
import { ReportCapabilities } from '#web/scripts/versions/ReportCapabilities.tsx'
import { ReportFindings } from '#web/scripts/versions/ReportFindings.tsx'
import { ReportBodySkeleton } from '#web/scripts/versions/ReportSkeleton.tsx'
import { useUrlVersion } from '#web/scripts/versions/url-version.ts'
import { StatusLine } from '#web/scripts/versions/StatusLine.tsx'
import { isReportUnfinished } from '#web/scripts/versions/unfinished-versions.ts'
import { VersionChanges } from '#web/scripts/versions/VersionChanges.tsx'
import {
  changesPath,
  filesPath,
  reportPath,
  versionSearch,
  filePath,
} from '#web/scripts/versions/version-paths.ts'
import { reportQuery } from '#web/scripts/versions/versions.data.ts'
import type { SimilarScripts as Similar } from '#contract/scripts/similar.ts'
import { scriptPath, userPath } from '#web/app/paths.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { dateText } from '#web/ui/date-text.ts'
import { PlaceLink } from '#web/scripts/versions/PlaceLink.tsx'

import styles from './Moderation.module.css'
import { similarQuery } from './moderation.data.ts'

/** What the report says about a version, and what it changes. */
export function CaseVersion({ scriptId, versionId }: { scriptId: number; versionId: number }) {
  const query = useQuery({
    ...reportQuery(versionId),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data && isReportUnfinished(state.data) && refetchMs(state),
  })
  const { data, isError } = query
  const search = versionSearch(useUrlVersion())
  if (!data)
    return isError ? <FailedState title="Failed to load report" query={query} /> : <ReportBodySkeleton />
  const { version } = data
  return (
    <>
      <section className="stack gap-2 pad-5 framed round-lg fill-1" aria-labelledby="version">
        <h2 id="version" className="text-lg">
          Version <bdi>{version.number}</bdi>
        </h2>
        <StatusLine status={statusOf(data)} className="row gap-8px strong" />
        {data.state === 'failed' && <p>{data.failure ?? 'The archive could not be read.'}</p>}
        <p className="gap-2px-4 row wrap faint text-sm">
          <span>{fileSizeText(version.fileSize)}</span>
          <Link to={filesPath(scriptId)} search={search} className="text-link">
            Files
          </Link>
          <Link to={reportPath(scriptId)} search={search} className="text-link">
            Report
          </Link>
          <PreviousVersion report={data} scriptId={scriptId} />
        </p>
        {version.formattedChangelog && <FormattedText nodes={version.formattedChangelog} />}
        {version.change && <VersionChanges change={version.change} />}
      </section>
      <SimilarScripts versionId={versionId} />
      {data.state === 'done' && (
        <>
          <ReportFindings report={data} />
          <ReportCapabilities report={data} />
        </>
      )}
    </>
  )
}

function PreviousVersion({ report: { version, context }, scriptId }: { report: Report; scriptId: number }) {
  const { previous } = context
  if (!previous) return <span>The first version</span>
  return (
    <Link to={changesPath(scriptId)} search={{ from: previous.id, to: version.id }} className="text-link">
      Changes since {previous.number}
    </Link>
  )
}

/** Scripts of other authors with the same archive or the same code. */
function SimilarScripts({ versionId }: { versionId: number }) {
  const maySee = hasPermission(useSession(), 'admin.scripts.moderate')
  const { data, isError } = useQuery({ ...similarQuery(versionId), enabled: maySee })
  if (!maySee) return null
  return (
    <section className="stack gap-2 pad-5 framed round-lg fill-1" aria-labelledby="similar">
      <h2 id="similar" className="text-lg">
        Similar scripts
      </h2>
      {isError && <p className="faint text-sm">The similar scripts could not be loaded.</p>}
      {!data && !isError && <p className="faint text-sm">…</p>}
      {data && <SimilarList similar={data} />}
    </section>
  )
}

function SimilarList({ similar }: { similar: Similar }) {
  const { sameArchive, scripts, takenDown, ownFirstAt } = similar
  if (sameArchive.length + scripts.length + takenDown.length === 0)
    return <p className="faint text-sm">No other author has the same archive or code.</p>
  return (
    <ul className={`${styles.similar} stack gap-3 text-sm break`}>
      {takenDown.map(({ caseId, files }) => (
        <li key={`case ${caseId}`} className="edge muted" data-tone="danger">
          <b className="vivid">{counted(files, 'file')} taken down before</b>
          {caseId !== null && (
            <Link to="/admin/moderation/$id" params={{ id: String(caseId) }} className="text-link">
              Case #{caseId}
            </Link>
          )}
        </li>
      ))}
      {sameArchive.map(({ script, author, at }) => (
        <li key={`archive ${script.id}`} className="edge muted" data-tone="danger">
          <b className="vivid">Same archive</b>{' '}
          <Other script={script} author={author} at={at} ownFirstAt={ownFirstAt} />
        </li>
      ))}
      {scripts.map(({ script, author, share, files, filesTotal, firstAt }) => (
        <li key={script.id} className="edge muted" data-tone={share >= 50 ? 'danger' : 'warn'}>
          <b className="vivid">{share}% of the code</b>{' '}
          <Other script={script} author={author} at={firstAt} ownFirstAt={ownFirstAt} />
          <details>
            <summary>
              {counted(filesTotal, 'file')}
              <span className="visually-hidden"> that {script.name} has too</span>
            </summary>
            <ul className="bullets grid gap-2px">
              {files.map(({ path, theirPath, same }) => (
                <li key={`${path} ${theirPath}`}>
                  <PlaceLink path={path} /> as{' '}
                  <a href={filePath({ scriptId: script.id }, theirPath)} className="text-link">
                    <bdi>{theirPath}</bdi>
                  </a>
                  {same === 'tokens' && ', with other names or formatting'}
                </li>
              ))}
              {filesTotal > files.length && <li>and {filesTotal - files.length} more</li>}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  )
}

/** Which of both was there first is said in words. */
function Other({
  script,
  author,
  at,
  ownFirstAt,
}: {
  script: Similar['scripts'][number]['script']
  author: string
  at: string
  ownFirstAt: string
}) {
  return (
    <span>
      is in{' '}
      <Link to={scriptPath(script.id)} className="text-link">
        {script.name}
      </Link>{' '}
      by{' '}
      <Link to={userPath(author)} className="text-link">
        {author}
      </Link>
      , since {dateText(at)}: {Date.parse(at) < Date.parse(ownFirstAt) ? 'before' : 'after'} this author
    </span>
  )
}
