import { Link, useLocation } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'

import type { Script } from '#contract/scripts/scripts.ts'
import type { VersionSummary } from '#contract/scripts/versions.ts'
import { userPath } from '#web/app/paths.ts'
import { signInChoiceId } from '#web/app/dialogs.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { dateText } from '#web/ui/date-text.ts'
import { FormattedText } from '#web/ui/FormattedText.tsx'
import { fileSizeText } from '#web/ui/file-size.ts'

import { counted, waitText } from './analysis-texts.ts'
import { StatusLine } from './StatusLine.tsx'
import { uploaderName } from '#web/scripts/script-page/author-role.ts'
import { severityStatus, withdrawalHead } from './version-texts.ts'
import { VersionChanges } from './VersionChanges.tsx'
import { changesPath, filesPath, reportPath, versionSearch } from './version-paths.ts'
import styles from './VersionsPage.module.css'

export function VersionEntry({
  script,
  version,
  before,
  download,
  tools,
}: {
  script: Script
  version: VersionSummary
  /** The one to compare it with: `unknown` if it is on the next page. */
  before: VersionSummary | 'unknown' | undefined
  /** Undefined where the user may not have the archive. */
  download: { start: () => void; isPending: boolean } | undefined
  tools: ReactNode
}) {
  const {
    id,
    number,
    formattedChangelog,
    createdAt,
    publishedAt,
    fileSize,
    downloads,
    change,
    isCurrent,
    uploadedBy,
  } = version
  const time = publishedAt ?? createdAt
  const uploader = uploaderName(script, uploadedBy)
  const isTarget = useLocation().hash === `v${id}`
  // The router scrolls before the list is loaded.
  useEffect(() => {
    if (isTarget) document.querySelector(`#v${id}`)?.scrollIntoView()
  }, [isTarget, id])
  const about = <span className="visually-hidden"> of {number}</span>
  const search = versionSearch({ v: isCurrent ? undefined : id })
  return (
    <Card
      as="li"
      id={`v${id}`}
      className={`${styles.entry} stack gap-3 pad-5`}
      data-target={isTarget || undefined}
    >
      <div className="row wrap gap-2-3">
        <h2 className="text-h3 break">
          <bdi>{number}</bdi>
        </h2>
        <StateBadge version={version} isHidden={script.removal !== undefined} />
        <p className="gap-2px-4 flex wrap push faint text-sm numeric">
          <time dateTime={time}>{dateText(time)}</time>
          {uploader !== undefined && (
            <span>
              by{' '}
              <Link to={userPath(uploader)} className="text-link">
                {uploader}
              </Link>
            </span>
          )}
          <span>{fileSizeText(fileSize)}</span>
          <span>{counted(downloads, 'download')}</span>
        </p>
      </div>
      <Withdrawal version={version} />
      <StatusLine status={severityStatus(version)} className="row gap-8px muted text-sm strong" />
      {version.wait && (
        <p className="muted text-sm">{waitText({ state: version.analysis, wait: version.wait })}</p>
      )}
      {formattedChangelog && <FormattedText nodes={formattedChangelog} />}
      {change && <VersionChanges change={change} />}
      <div className="gap-2-5 pt-3 row wrap line-above text-sm">
        {download && (
          <Button
            size="sm"
            icon={<Download />}
            isBusy={download.isPending}
            busyText="Preparing…"
            data-dialog={signInChoiceId}
            onClick={download.start}
          >
            Download<span className="visually-hidden"> {number}</span>
          </Button>
        )}
        <Link to={reportPath(script.id)} search={search} className="text-link">
          Report{about}
        </Link>
        <Link to={filesPath(script.id)} search={search} className="text-link">
          Files{about}
        </Link>
        {before && (
          <Link
            to={changesPath(script.id)}
            search={before === 'unknown' ? { to: id } : { from: before.id, to: id }}
            className="text-link"
          >
            Compare with {before === 'unknown' ? 'the version before' : before.number}
          </Link>
        )}
        {tools}
      </div>
    </Card>
  )
}

function StateBadge({
  version: { state, analysis, isCurrent, withdrawal },
  isHidden,
}: {
  version: VersionSummary
  isHidden: boolean
}) {
  const isScanned = analysis === 'done' || analysis === 'failed'
  if (state === 'scanning' && isHidden && isScanned)
    return <Badge tone="info">Waiting until the script is restored</Badge>
  if (state === 'scanning') return <Badge tone="info">Scanning</Badge>
  if (state === 'waiting') return <Badge tone="info">Waiting for review</Badge>
  if (state === 'withdrawn')
    return (
      <Badge tone={withdrawal?.kind === 'security' ? 'danger' : 'warn'}>
        {withdrawal?.kind === 'rejected' ? 'Not published' : 'Withdrawn'}
      </Badge>
    )
  return isCurrent ? <Badge tone="info">Current</Badge> : null
}

function Withdrawal({ version: { withdrawal } }: { version: VersionSummary }) {
  if (!withdrawal) return null
  const { kind, reason, at } = withdrawal
  return (
    <p
      className="round-sm fill-2 muted break edge pad-10px-14px"
      data-tone={kind === 'security' ? 'danger' : 'warn'}
    >
      <strong className="vivid">{withdrawalHead(`Withdrawn on ${dateText(at)}`, kind)}</strong>{' '}
      <bdi>{reason}</bdi>
    </p>
  )
}
