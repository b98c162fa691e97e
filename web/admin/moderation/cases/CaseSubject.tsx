import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'

import type { Case } from '#contract/moderation/cases.ts'
import { imageAt } from '#contract/platform/images.ts'
import { CurrentBan, BanHistory } from '#web/admin/moderation/user-admin/BanHistory.tsx'
import { banQuery } from '#web/admin/moderation/user-admin/users.data.ts'
import { scriptPath, userPath } from '#web/app/paths.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { decisionTexts, kindNames } from '#web/moderation/cases/cases.texts.ts'
import { CaseResult, CaseText } from '#web/moderation/cases/CaseFacts.tsx'
import { CaseReports } from '#web/moderation/cases/CaseReports.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { UrlVersionContext } from '#web/scripts/versions/url-version.ts'
import { scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'
import { FormattedText } from '#web/ui/FormattedText.tsx'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'

import { CaseVersion } from './CaseVersion.tsx'
import styles from './Moderation.module.css'
import { useVersionId } from './moderation.data.ts'

/** What a case is about. */
export function CaseSubject({
  caseData,
  onShowScript,
}: {
  caseData: Case
  onShowScript: (id: number) => void
}) {
  const { kind, script, noticeScripts, version, user, parent, reason, userRecord } = caseData
  const versionId = useVersionId(caseData)
  const mayListUsers = hasPermission(useSession(), 'admin.users.list')
  const v = version && !version.isCurrent ? version.id : undefined
  const links = useMemo(() => ({ scriptId: script?.id ?? 0, v }), [script?.id, v])
  return (
    <>
      <CaseResult decided={caseData} />
      {kind === 'report' ? (
        <CaseReports key={caseData.id} caseData={caseData} />
      ) : (
        <CaseText opened={caseData} />
      )}
      <Card padding="md" className="stack gap-4">
        <dl className="text-sm lined facts">
          {noticeScripts.length > 1 && (
            <Fact name={`Scripts of the notice (${noticeScripts.length})`}>
              <NoticeScripts scripts={noticeScripts} shownId={script?.id} onShow={onShowScript} />
            </Fact>
          )}
          {script && noticeScripts.length < 2 && (
            <Fact name="Script">
              <Link to={scriptPath(script.id)} className="text-link">
                {script.name}
              </Link>
              {script.isHidden && <Badge tone="warn">Already hidden</Badge>}
            </Fact>
          )}
          {user && (
            <Fact name={script ? 'Author' : 'Member'}>
              <Link to={userPath(user.username)} className="text-link">
                {user.username}
              </Link>{' '}
              {mayListUsers && (
                <Link to="/admin/users" search={{ user: user.id }} className="text-link">
                  Account
                </Link>
              )}
            </Fact>
          )}
          {parent && (
            <Fact name="Appealed decision">
              <Link to="/admin/moderation/$id" params={{ id: String(parent.id) }} className="text-link">
                Case #{parent.id}
              </Link>
              {parent.decision && `: ${decisionTexts[parent.decision]}`}
            </Fact>
          )}
          {userRecord && <UserRecord record={userRecord} />}
          <Others caseData={caseData} />
        </dl>
      </Card>
      {user && (reason === 'ban' || !script) && <Bans userId={user.id} />}
      {script && <CaseScript id={script.id} />}
      {script && versionId !== undefined && (
        <UrlVersionContext value={links}>
          <CaseVersion scriptId={script.id} versionId={versionId} />
        </UrlVersionContext>
      )}
    </>
  )
}

/** The description and the report of one of them are below. */
function NoticeScripts({
  scripts,
  shownId,
  onShow,
}: {
  scripts: Case['noticeScripts']
  shownId: number | undefined
  onShow: (id: number) => void
}) {
  return (
    <ul aria-label="Scripts of the notice" className={styles.noticeScripts}>
      {scripts.map(({ id, name, uploader, isDeleted, isTakenDown }) => (
        <li key={id}>
          {isDeleted ? (
            <bdi>{name}</bdi>
          ) : (
            <Link to={scriptPath(id)} className="text-link">
              {name}
            </Link>
          )}{' '}
          by{' '}
          {uploader === null ? (
            'a deleted user'
          ) : (
            <Link to={userPath(uploader)} className="text-link">
              {uploader}
            </Link>
          )}
          {isDeleted ? ', deleted' : isTakenDown && ', taken down'}
          {!isDeleted && (
            <Button size="sm" variant="ghost" aria-pressed={id === shownId} onClick={() => onShow(id)}>
              {id === shownId ? 'Shown below' : 'Show'}
              <span className="visually-hidden"> {name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Others({ caseData: { others } }: { caseData: Case }) {
  if (!others) return null
  const { author, authorAgainst } = others
  return (
    <Fact name="Other cases about this member">
      {author === 0 ? 'None' : `${author}, ${authorAgainst} decided against them`}
    </Fact>
  )
}

function Bans({ userId }: { userId: number }) {
  const mayRead = hasPermission(useSession(), 'admin.users.ban')
  const { data } = useQuery({ ...banQuery(userId), enabled: mayRead })
  if (!data) return null
  return (
    <Card as="section" padding="md" className="stack gap-4" aria-labelledby="bans">
      <h2 id="bans" className="text-lg">
        Bans
      </h2>
      {data.ban_info && <CurrentBan ban={data.ban_info} />}
      <BanHistory history={data.history} />
    </Card>
  )
}

/** What the author says and shows, so that it can be compared with the archive. */
function CaseScript({ id }: { id: number }) {
  const { data: script } = useQuery(scriptQuery(id))
  if (!script) return null
  const { name, images, category, tags, formattedDescription, formattedDocumentation, description } = script
  return (
    <Card as="section" padding="md" className="stack gap-4" aria-labelledby="description">
      <h2 id="description" className="text-lg">
        Description
      </h2>
      <p className="gap-2px-4 row wrap faint text-sm">
        <span>{category}</span>
        {tags.map((tag) => (
          <span key={tag}>#{tag}</span>
        ))}
      </p>
      {images.length > 0 && (
        <ul className={`${styles.images} grid gap-2`}>
          {images.map((image, index) => (
            <li key={image}>
              <a href={imageAt(image, 1600)} target="_blank" rel="noopener noreferrer">
                <img
                  className="full wide-image round-sm fill-3 crop"
                  src={imageAt(image, 480)}
                  alt={`${name}, ${index + 1} of ${images.length}`}
                  width="160"
                  height="90"
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {/* Scrolls, so that the findings stay near the top. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it */}
      <section className={`scroll-y ${styles.description}`} tabIndex={0} aria-label="Text of the description">
        <FormattedText nodes={formattedDescription ?? [description]} />
        {formattedDocumentation && <FormattedText nodes={formattedDocumentation} />}
      </section>
    </Card>
  )
}

/** The record of the user concerned, as entries of the facts of a case. */
function UserRecord({ record }: { record: NonNullable<Case['userRecord']> }) {
  const { registeredAt, publishedScripts, groups, bans, isBanned, decisions } = record
  return (
    <>
      <Fact name="Registered">
        <TimeAgo time={registeredAt} />
      </Fact>
      <Fact name="Published scripts">{publishedScripts}</Fact>
      <Fact name="Groups">{groups.join(', ') || 'None'}</Fact>
      <Fact name="Bans">{isBanned ? `${bans}, banned now` : bans || 'None'}</Fact>
      {decisions.length > 0 && (
        <Fact name="Earlier decisions">
          <ul className="grid gap-2px" aria-label="Earlier decisions">
            {decisions.map(({ id, kind, title, decision, at }) => (
              <li key={id}>
                <Link to="/admin/moderation/$id" params={{ id: String(id) }} className="text-link">
                  {kindNames[kind]} #{id}
                </Link>{' '}
                <bdi>{title}</bdi>: {decisionTexts[decision]}, <TimeAgo time={at} />
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
