import { Link } from '@tanstack/react-router'

import type { Install, RequiredResource } from '#contract/install.ts'
import { scriptPath } from '#web/app/paths.ts'
import { useSite } from '#web/app/use-site.ts'

import styles from './Install.module.css'

const kindNames = { framework: 'Framework', library: 'Library', resource: 'Resource' }

export function Requirements({ install: { requires, server } }: { install: Install }) {
  const needs = [
    server.build !== null && `Build ${server.build} of the server, or a later one`,
    server.onesync && 'OneSync turned on',
    server.gameBuild !== null && `Game build ${server.gameBuild}`,
  ].filter((need) => typeof need === 'string')
  if (requires.length === 0 && needs.length === 0)
    return <p>The manifests and the code name nothing else that your server must have.</p>
  return (
    <ul className={styles.requirements}>
      {needs.map((need) => (
        <li key={need}>
          <strong>{need}</strong>
          <span>Server</span>
        </li>
      ))}
      {requires.map((need) => (
        <Requirement key={need.name} need={need} />
      ))}
    </ul>
  )
}

function Requirement({ need: { name, constraint, script, kind, isDeclared } }: { need: RequiredResource }) {
  const { siteName } = useSite()
  return (
    <li>
      <strong>
        <bdi>{name}</bdi>
        {constraint !== null && (
          <>
            {' '}
            <bdi>{constraint}</bdi>
          </>
        )}
      </strong>
      <span>
        {kindNames[kind]}
        {!isDeclared &&
          (kind === 'resource'
            ? ', used by the code, perhaps only where it is installed'
            : ', used by the code')}
      </span>
      {script ? (
        <Link to={scriptPath(script.id)} className="text-link">
          {script.name}
        </Link>
      ) : (
        <span>Not on {siteName}</span>
      )}
    </li>
  )
}
