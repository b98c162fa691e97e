import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'

import { frameworks as frameworkIds } from '#contract/archives/manifest/framework-names.ts'
import { isOptional } from '#contract/archives/manifest/frameworks.ts'
import type { Report, ReportResource } from '#contract/scripts/versions.ts'
import { scriptPath } from '#web/app/paths.ts'

import { PlaceLink } from './PlaceLink.tsx'
import styles from './ResourceCard.module.css'
import { counted } from './analysis-texts.ts'
import { frameworksText, gameName } from './report-texts.ts'

/** Opens a few resources; more are opened by the reader. */
const openMax = 3

export function ReportResources({ report: { resources, resourcesTotal } }: { report: Report }) {
  return (
    <section className="stack gap-4" aria-labelledby="resources">
      <h2 id="resources" className="text-h2">
        Resources
      </h2>
      {resources.length === 0 && (
        <p className="faint text-sm">No manifest was found, so we cannot tell which resources it contains.</p>
      )}
      {resources.map((resource) => (
        <ResourceCard key={resource.path} resource={resource} isOpen={resources.length <= openMax} />
      ))}
      {resourcesTotal > resources.length && (
        <p className="faint text-sm">
          {counted(resourcesTotal - resources.length, 'other resource')} not shown.
        </p>
      )}
    </section>
  )
}

function ResourceCard({ resource, isOpen }: { resource: ReportResource; isOpen: boolean }) {
  const { name, version, games, frameworks, problems, problemsTotal } = resource
  const optional = frameworkIds.filter((framework) => isOptional(framework, [resource]))
  return (
    <details className="disclosure framed round-lg fill-1" open={isOpen}>
      <summary>
        <h3 className="text-lg break">
          <bdi>{name}</bdi>
        </h3>
        <span className="faint text-sm">
          {[version, ...games.map(gameName), ...frameworksText(frameworks, optional)]
            .filter(Boolean)
            .join(' · ')}
          {problemsTotal > 0 && ` · ${counted(problemsTotal, 'note')} on the manifest`}
        </span>
        <ChevronDown />
      </summary>
      <ResourceFacts resource={resource} />
      {problems.length > 0 && (
        <div className={`${styles.problems} round-md fill-2 muted text-sm`}>
          <h4 className="vivid bold">Notes on the manifest</h4>
          <ul className="bullets">
            {problems.map(({ text, path, line }) => (
              <li key={`${path} ${line} ${text}`}>
                {text} <PlaceLink path={path} line={line} />
              </li>
            ))}
          </ul>
          {problemsTotal > problems.length && (
            <p className="faint text-sm">
              {counted(problemsTotal - problems.length, 'other note')} not shown.
            </p>
          )}
        </div>
      )}
    </details>
  )
}

function ResourceFacts({ resource }: { resource: ReportResource }) {
  const { requirements, dependencies, scripts, scriptTotals, exports, events, page, loadscreen } = resource
  const needs = [
    requirements.server !== null && `server build ${requirements.server}`,
    requirements.onesync && 'OneSync',
    requirements.gameBuild !== null && `game build ${requirements.gameBuild}`,
    ...requirements.other,
  ].filter((need) => typeof need === 'string')
  return (
    <dl className={`text-sm lined fact-rows ${styles.resourceFacts}`}>
      <Fact name="Manifest">
        <PlaceLink path={resource.manifest} />
      </Fact>
      <Fact name="Description">{resource.description}</Fact>
      <Fact name="Author">{resource.author}</Fact>
      <Fact name="Server scripts">
        {scriptTotals.server > 0 && <Paths paths={scripts.server} total={scriptTotals.server} />}
      </Fact>
      <Fact name="Client scripts">
        {scriptTotals.client > 0 && <Paths paths={scripts.client} total={scriptTotals.client} />}
      </Fact>
      <Fact name="Shared scripts">
        {scriptTotals.shared > 0 && <Paths paths={scripts.shared} total={scriptTotals.shared} />}
      </Fact>
      <Fact name="Needs">
        {(dependencies.length > 0 || needs.length > 0) && (
          <>
            {dependencies.map(({ name, constraint, script }, index) => (
              <Fragment key={name}>
                {index > 0 && ', '}
                {script ? (
                  <Link to={scriptPath(script.id)} className="text-link">
                    <bdi>{name}</bdi>
                  </Link>
                ) : (
                  <bdi>{name}</bdi>
                )}
                {constraint && ` ${constraint}`}
              </Fragment>
            ))}
            {dependencies.length > 0 && needs.length > 0 && ', '}
            {needs.join(', ')}
          </>
        )}
      </Fact>
      <Fact name="Provides">{resource.provides.join(', ')}</Fact>
      <Fact name="Libraries">
        {resource.libraries.filter((name) => !resource.optional?.includes(name)).join(', ')}
      </Fact>
      <Fact name="Uses if present">{resource.optional?.join(', ')}</Fact>
      <Fact name="Server exports">{exports.server.join(', ')}</Fact>
      <Fact name="Client exports">{exports.client.join(', ')}</Fact>
      <Fact name="Commands">{resource.commands.map((command) => `/${command}`).join(', ')}</Fact>
      <Fact name="Network events">
        {events.total > 0 &&
          `${events.names.join(', ')}${events.total > events.names.length ? ` and ${events.total - events.names.length} more` : ''}`}
      </Fact>
      <Fact name="Page">{page}</Fact>
      <Fact name="Loading screen">{loadscreen}</Fact>
      <Fact name="SQL">{resource.sql.join(', ')}</Fact>
      <Fact name="Escrow">
        {resource.isEscrowed && 'Parts are encrypted by Cfx.re and were not scanned.'}
      </Fact>
      <Fact name="Licence">{resource.license}</Fact>
    </dl>
  )
}

/** Nothing without a value. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Paths({ paths, total }: { paths: readonly string[]; total: number }) {
  return (
    <details>
      <summary>{counted(total, 'file')}</summary>
      <ul className="grid gap-2px mt-1">
        {paths.map((path) => (
          <li key={path}>
            <PlaceLink path={path} />
          </li>
        ))}
        {total > paths.length && <li>and {total - paths.length} more</li>}
      </ul>
    </details>
  )
}
