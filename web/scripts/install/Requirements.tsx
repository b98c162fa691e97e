import type { Install } from '#contract/scripts/install.ts'

import styles from './Install.module.css'
import { kindText, Provider, ResourceName } from './RequiredResource.tsx'
import { serverNeedTexts } from './server-need-texts.ts'

export function Requirements({ install: { requires, server } }: { install: Install }) {
  const needs = serverNeedTexts(server)
  if (requires.length === 0 && needs.length === 0)
    return <p>The manifests and the code do not require anything else on your server.</p>
  return (
    <>
      <ul className={`${styles.requirements} framed round-lg fill-1`}>
        {needs.map((need) => (
          <li key={need}>
            <strong>{need}</strong>
            <span>Server</span>
          </li>
        ))}
        {requires.map((need) => (
          <li key={need.name}>
            <strong>
              <ResourceName need={need} />
            </strong>
            <span>{kindText(need)}</span>
            <Provider need={need} />
          </li>
        ))}
      </ul>
      {server.onesync && (
        <p>
          Turn on OneSync in txAdmin under Settings, FXServer. You cannot do it in <code>server.cfg</code>.
        </p>
      )}
    </>
  )
}
