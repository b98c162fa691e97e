import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import type { Script } from '#contract/scripts/scripts.ts'
import type { AnalysisSummary } from '#contract/scripts/versions.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'
import { scriptQuery } from '#web/scripts/script-page/script-detail.data.ts'

import { counted, isUnfinished, refetchMs, waitText } from './analysis-texts.ts'
import { escrowText, frameworksText, gameName, statusOf } from './report-texts.ts'
import { capabilityChip, capabilityName } from './capability-texts.ts'
import { useDownloadQuestion } from './download-question.ts'
import { StatusLine } from './StatusLine.tsx'
import { filesPath, reportPath } from './version-paths.ts'

const DownloadDialog = lazyPart(() => import('./DownloadDialog.tsx'), 'DownloadDialog')

const chipsMax = 4
/**
 * The content of a card on the page of a script. The server renders it, the browser loads it after the first load: so
 * the page has its styles, and it uses no elements of ui/.
 */
export function WhatIsInside({ script: { id, analysis } }: { script: Script }) {
  const isPending = analysis !== undefined && isUnfinished(analysis)
  useQuery({ ...scriptQuery(id), enabled: isPending, refetchInterval: ({ state }) => refetchMs(state) })
  const question = useDownloadQuestion()
  const [wasPending] = useState(isPending)
  if (!analysis) return null
  const { capabilities, failure, state, isWhole } = analysis
  const escrowed = capabilities.find(({ kind }) => kind === 'escrowed')
  const listed = capabilities.filter(({ kind }) => kind !== 'escrowed')
  const others = listed.slice(chipsMax)
  const resources = resourcesText(analysis)
  return (
    <>
      <h2 className="text-lg vivid" data-reserved={wasPending || undefined}>
        What is inside
      </h2>
      <StatusLine status={statusOf(analysis)} />
      {isPending && <p>{waitText(analysis)}</p>}
      {failure && <p>{failure} Until then we don’t know what it contains.</p>}
      {state === 'done' && !isWhole && (
        <p>
          Parts of the archive were not read. The report lists them: read them yourself before you run it.
        </p>
      )}
      {listed.length > 0 && (
        <ul className="flex wrap gap-6px" aria-label="What it can do">
          {listed.slice(0, chipsMax).map((capability) => (
            <li key={capability.kind} className="chip">
              {capabilityChip(capability)}
            </li>
          ))}
          {others.length > 0 && (
            <li className="chip" title={others.map(({ kind }) => capabilityName(kind)).join(', ')}>
              +{others.length} more
            </li>
          )}
        </ul>
      )}
      {resources && <p>{resources}</p>}
      {escrowed && <p>{escrowText(escrowed.count)}</p>}
      <p className="flex wrap gap-1-5">
        <Link to={reportPath(id)} className="inline-row min-h-24 text-link strong">
          Read the report
        </Link>
        <Link to={filesPath(id)} className="inline-row min-h-24 text-link strong">
          Browse the files
        </Link>
      </p>
      {question && (
        <Suspense>
          <DownloadDialog question={question} />
        </Suspense>
      )}
    </>
  )
}

function resourcesText({
  resources,
  frameworks,
  optionalFrameworks,
  libraries,
  games,
}: AnalysisSummary): string {
  return [
    resources > 0 && counted(resources, 'resource'),
    ...frameworksText(frameworks, optionalFrameworks),
    ...libraries.slice(0, 3),
    ...games.map(gameName),
  ]
    .filter(Boolean)
    .join(' · ')
}
