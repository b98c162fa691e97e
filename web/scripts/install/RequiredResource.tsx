import { Link } from '@tanstack/react-router'

import type { RequiredResource, ServerNeeds } from '#contract/scripts/install.ts'
import { scriptPath } from '#web/app/paths.ts'
import { useSite } from '#web/app/use-site.ts'

const kindNames = { framework: 'Framework', library: 'Library', resource: 'Resource' }

export function ResourceName({ need: { name, constraint } }: { need: RequiredResource }) {
  return (
    <>
      <bdi>{name}</bdi>
      {constraint !== null && (
        <>
          {' '}
          <bdi>{constraint}</bdi>
        </>
      )}
    </>
  )
}

export function kindText({ kind, isDeclared }: RequiredResource): string {
  if (isDeclared) return kindNames[kind]
  const condition = kind === 'resource' ? ', perhaps optional' : ''
  return `${kindNames[kind]}, used by the code${condition}`
}

/** The script that has the resource, or where else it is released. */
export function Provider({ need: { script, home } }: { need: RequiredResource }) {
  const { siteName } = useSite()
  if (script)
    return (
      <Link to={scriptPath(script.id)} className="text-link">
        {script.name}
      </Link>
    )
  if (home === null) return <span>Not on {siteName}</span>
  return (
    <a href={home} target="_blank" rel="noopener noreferrer" className="text-link">
      {home.replace('https://', '')}
    </a>
  )
}

export function serverNeedTexts({ build, onesync, gameBuild }: ServerNeeds): string[] {
  return [
    build !== null && `Server build ${build} or later`,
    onesync && 'OneSync enabled',
    gameBuild !== null && `Game build ${gameBuild}`,
  ].filter((need) => typeof need === 'string')
}
