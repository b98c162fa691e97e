import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import type { WorksReport } from '#contract/scripts/works-reports.ts'
import { moderatedTextsPath } from '#web/app/moderation-path.ts'
import { userPath } from '#web/app/paths.ts'
import { hasPermission, useSession } from '#web/app/session.ts'
import { ReportButton } from '#web/moderation/cases/ReportButton.tsx'
import { frameworkNames } from '#web/scripts/script-lists/framework-names.ts'
import { worksPath } from '#web/scripts/versions/version-paths.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { buttonClass, Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'

import styles from './Works.module.css'
import { outcomeTexts, outcomeTones } from './works.texts.ts'

const AnswerForm = lazyPart(() => import('./AnswerForm.tsx'), 'AnswerForm')

const pathOf = (scriptId: number, { id, version }: WorksReport) =>
  `${worksPath(scriptId)}?v=${version.id}#report-${id}`

export function WorksReportEntry({
  scriptId,
  report,
  mayAnswer,
}: {
  scriptId: number
  report: WorksReport
  mayAnswer: boolean
}) {
  const session = useSession()
  const mayModerate = hasPermission(session, 'admin.scripts.moderate')
  const { user, outcome, framework, build, text, createdAt, answer } = report
  const [isOpened, setOpened] = useState(false)
  const isAnswering = isOpened && mayAnswer && !answer
  const place = [framework && frameworkNames[framework], build && `build ${build}`].filter(Boolean).join(', ')
  return (
    <Card as="li" padding="md" className="stack gap-4" id={`report-${report.id}`}>
      <p className="row wrap gap-2-3 text-sm">
        <Badge tone={outcomeTones[outcome]}>{outcomeTexts[outcome]}</Badge>
        {place && <span>{place}</span>}
        <span className={`${styles.by} push faint`}>
          <Link to={userPath(user.username)} className="text-link">
            {user.username}
          </Link>{' '}
          <TimeAgo time={createdAt} />
        </span>
      </p>
      {text && <p className="break pre-line">{text}</p>}
      {answer && (
        <div className="stack gap-2 round-sm fill-2 edge pad-10px-14px">
          <p className="row wrap gap-2-3 text-sm">
            <strong>{answer.username} answered</strong>
            {answer.fixedIn && <Badge tone="ok">Fixed in {answer.fixedIn}</Badge>}
            <span className={`${styles.by} push faint`}>
              <TimeAgo time={answer.at} />
            </span>
          </p>
          <p className="break pre-line">{answer.text}</p>
        </div>
      )}
      {!isAnswering && (
        <div className="flex wrap gap-2">
          {mayAnswer && !answer && (
            <Button size="sm" onClick={() => setOpened(true)}>
              Answer<span className="visually-hidden"> the report of {user.username}</span>
            </Button>
          )}
          <ReportButton
            subject={{
              userId: user.id,
              name: `the text of ${user.username}`,
              path: pathOf(scriptId, report),
              textKey: { kind: 'works-report', id: report.id },
            }}
            ownerIds={[user.id]}
            size="sm"
            variant="ghost"
          >
            Report<span className="visually-hidden"> the text of {user.username}</span>
          </ReportButton>
          {mayModerate && (
            <Link
              to={moderatedTextsPath}
              search={{ author: user.username }}
              className={buttonClass({ size: 'sm', variant: 'ghost' })}
            >
              Moderate<span className="visually-hidden"> texts of {user.username}</span>
            </Link>
          )}
        </div>
      )}
      {isAnswering && (
        <Suspense>
          <AnswerForm reportId={report.id} onCancel={() => setOpened(false)} />
        </Suspense>
      )}
    </Card>
  )
}
