import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import type { WorksReport } from '#contract/works-reports.ts'
import { userPath } from '#web/app/paths.ts'
import { frameworkNames } from '#web/scripts/framework-names.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TimeAgo } from '#web/ui/TimeAgo.tsx'

import { AnswerForm } from './AnswerForm.tsx'
import styles from './Works.module.css'
import { outcomeTexts, outcomeTones } from './works.texts.ts'

export function WorksReportEntry({ report, mayAnswer }: { report: WorksReport; mayAnswer: boolean }) {
  const { user, outcome, framework, build, text, createdAt, answer } = report
  const [isAnswering, setAnswering] = useState(false)
  const place = [framework && frameworkNames[framework], build && `build ${build}`].filter(Boolean).join(', ')
  return (
    <Card as="li" padding="md" className={styles.report} id={`report-${report.id}`}>
      <p className={styles.head}>
        <Badge tone={outcomeTones[outcome]}>{outcomeTexts[outcome]}</Badge>
        {place && <span>{place}</span>}
        <span className={styles.by}>
          <Link to={userPath(user.username)} className="text-link">
            {user.username}
          </Link>{' '}
          <TimeAgo time={createdAt} />
        </span>
      </p>
      {text && <p className={styles.text}>{text}</p>}
      {answer && (
        <div className={styles.answer}>
          <p className={styles.head}>
            <strong>{answer.username} answered</strong>
            {answer.fixedIn && <Badge tone="ok">Fixed in {answer.fixedIn}</Badge>}
            <span className={styles.by}>
              <TimeAgo time={answer.at} />
            </span>
          </p>
          <p className={styles.text}>{answer.text}</p>
        </div>
      )}
      {mayAnswer && !answer && !isAnswering && (
        <Button size="sm" className={styles.open} onClick={() => setAnswering(true)}>
          Answer<span className="visually-hidden"> the report of {user.username}</span>
        </Button>
      )}
      {mayAnswer && !answer && isAnswering && (
        <AnswerForm reportId={report.id} onCancel={() => setAnswering(false)} />
      )}
    </Card>
  )
}
