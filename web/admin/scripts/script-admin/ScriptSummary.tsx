import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'

import type { CurrentUser } from '#contract/access/users.ts'
import { removalReasonTexts, type ModeratedScriptDetail } from '#contract/scripts/moderated-scripts.ts'
import { ObjectHistory } from '#web/admin/records/activities/ObjectHistory.tsx'
import { errorMessage } from '#web/app/error-messages.ts'
import { scriptPath, userPath } from '#web/app/paths.ts'
import { useSession } from '#web/app/session.ts'
import { fullNumber } from '#web/app/short-number.ts'
import { HoldingNotice } from '#web/scripts/script-page/HideActions.tsx'
import { scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { filesPath, reportPath, versionsPath } from '#web/scripts/versions/version-paths.ts'
import { choiceText } from '#web/scripts/versions/version-texts.ts'
import { versionChoicesQuery } from '#web/scripts/versions/versions.data.ts'
import insideStyles from '#web/scripts/versions/WhatIsInside.module.css'
import { WhatIsInside } from '#web/scripts/versions/WhatIsInside.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { dateText } from '#web/ui/date-text.ts'
import { lazyDialog } from '#web/ui/lazy-part.ts'
import { showToast } from '#web/ui/toast.ts'

import { sameArchiveText } from './script-texts.ts'
import styles from './ScriptPanel.module.css'
import { useScriptAct } from './use-script-act.ts'

const HideDialog = lazyDialog(() => import('#web/scripts/script-page/HideDialog.tsx'), 'HideDialog')

export function ScriptSummary({ script, user }: { script: ModeratedScriptDetail; user: CurrentUser }) {
  const { id, author, category, version, downloads, createdAt, updatedAt, removal, sameArchive } = script
  const detail = useQuery(scriptQuery(id))
  return (
    <div className={`${styles.body} grid gap-5 min-0`}>
      <Actions script={script} user={user} />
      {removal && (
        <Alert tone="danger" title={`Hidden since ${dateText(removal.at)}`}>
          {removalReasonTexts[removal.reason]}
          {removal.note !== '' && (
            <>
              : <bdi>{removal.note}</bdi>
            </>
          )}
        </Alert>
      )}
      {sameArchive && (
        <Alert
          tone={sameArchive.isOlder ? 'danger' : 'warn'}
          title={sameArchiveText(sameArchive)}
          action={
            <Link to={scriptPath(sameArchive.script.id)} className="text-link">
              Open {sameArchive.script.name}
            </Link>
          }
        />
      )}
      <dl className="grid gap-3-4 break tiles-fit" style={{ '--min': '140px' }}>
        <Fact name="Author">
          <Link to={userPath(author)} className="text-link">
            {author}
          </Link>
        </Fact>
        <Fact name="Category">{category}</Fact>
        <Fact name="Version">{version}</Fact>
        <Fact name="Downloads">{fullNumber(downloads)}</Fact>
        <Fact name="Shared">{dateText(createdAt)}</Fact>
        <Fact name="Updated">{dateText(updatedAt)}</Fact>
      </dl>
      {detail.data?.analysis && (
        <Card className={classNames(`${insideStyles.inside} grid gap-3 muted text-sm`, styles.inside)}>
          <WhatIsInside script={detail.data} />
        </Card>
      )}
      <Versions scriptId={id} />
      {script.removals.length > 0 && <Removals removals={script.removals} />}
      {user.permissions.includes('admin.activities.view') && <History scriptId={id} />}
    </div>
  )
}

function Actions({ script, user }: { script: ModeratedScriptDetail; user: CurrentUser }) {
  const [isHiding, setHiding] = useState(false)
  const act = useScriptAct(({ failed: [first] }) => {
    setHiding(false)
    if (first) void showToast({ type: 'error', title: first.reason })
  })
  const { id, name, state, hasWaitingVersion, userId } = script
  const isHidden = state === 'removed'
  const isOwn = userId === user.id
  const scripts = [script]
  return (
    <div className="row wrap gap-2">
      {!isOwn && !isHidden && (state === 'waiting' || hasWaitingVersion) && (
        <Button
          size="sm"
          variant="cta"
          isBusy={act.isPending}
          onClick={() => act.mutate({ action: 'publish', scripts })}
        >
          Publish
        </Button>
      )}
      {!isOwn && !isHidden && (
        <Button size="sm" variant="danger-outline" onClick={() => setHiding(true)}>
          Hide
        </Button>
      )}
      {script.removal?.takedown !== undefined && <HoldingNotice number={script.removal.takedown} />}
      {!isOwn && isHidden && script.removal?.takedown === undefined && (
        <Button
          size="sm"
          variant="cta"
          isBusy={act.isPending}
          busyText="Restoring..."
          onClick={() => act.mutate({ action: 'restore', scripts })}
        >
          Restore
        </Button>
      )}
      <Link to={scriptPath(id)} className={buttonClass({ size: 'sm' })}>
        Open the page
      </Link>
      <Link to={reportPath(id)} className={buttonClass({ size: 'sm', variant: 'ghost' })}>
        Report
      </Link>
      <Link to={filesPath(id)} className={buttonClass({ size: 'sm', variant: 'ghost' })}>
        Files
      </Link>
      {isOwn && (
        <p className="faint text-sm full-row">This is your own script, so another moderator has to decide.</p>
      )}
      {isHiding && (
        <HideDialog
          title={`Hide “${name}”`}
          isBusy={act.isPending}
          error={act.error ? errorMessage(act.error, 'Failed to hide the script') : undefined}
          onHide={(removal) => act.mutate({ action: 'hide', scripts, removal })}
          onClose={() => setHiding(false)}
        />
      )}
    </div>
  )
}

function Versions({ scriptId }: { scriptId: number }) {
  const { data } = useQuery(versionChoicesQuery(scriptId, useSession()?.user.id))
  if (!data || data.versions.length === 0) return null
  return (
    <section aria-labelledby="panel-versions">
      <h3 id="panel-versions">Versions</h3>
      <ul className={`${styles.list} grid gap-2 break text-sm`}>
        {data.versions.slice(0, 5).map((version) => (
          <li className="flex wrap" key={version.id}>
            <Link to={reportPath(scriptId)} search={{ v: version.id }} className="text-link">
              {choiceText(version)}
            </Link>
            {version.state === 'waiting' && <Badge tone="warn">Waiting</Badge>}
          </li>
        ))}
        {data.versions.length > 5 && (
          <li className="flex wrap">
            <Link to={versionsPath(scriptId)} className="text-link">
              All {data.pagination.total} versions
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}

function Removals({ removals }: { removals: ModeratedScriptDetail['removals'] }) {
  return (
    <section aria-labelledby="panel-removals">
      <h3 id="panel-removals">Removals</h3>
      <ol className={`${styles.list} grid gap-2 break text-sm`}>
        {removals.map(({ id, reason, note, at, by, restoredAt, restoredBy }) => (
          <li className="flex wrap" key={id}>
            <span>
              {dateText(at)}: {removalReasonTexts[reason]}, by {by ?? 'a deleted user'}
              {restoredAt && `, restored ${dateText(restoredAt)} by ${restoredBy ?? 'a deleted user'}`}
            </span>
            {note !== '' && <span className="faint text-sm full-row">{note}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function History({ scriptId }: { scriptId: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="mb-3 strong">History</summary>
      {isOpen && <ObjectHistory type="script" id={scriptId} />}
    </details>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="faint text-xs">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
